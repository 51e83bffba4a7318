// The background of the extension.
export {};
