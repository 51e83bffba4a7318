// Where a rule sends to, for those who may not use the webhook: its host, as all that follows may be a secret.

/** Stands for what is left out. */
const REST = '/…';

export const shortAddress = (url: string): string => `${new URL(url).origin}${REST}`;

/** Nobody sends to what was only shown. */
export const isShortAddress = (url: string): boolean => new URL(url).pathname === encodeURI(REST);
