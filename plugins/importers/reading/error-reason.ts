// Why something of a source cannot be read, as a sentence: messages of libraries may end in a full stop, or in several.
export const cannotRead = (error: unknown): string =>
  `It cannot be read: ${(error as Error).message.replace(/\.+$/, '')}.`;
