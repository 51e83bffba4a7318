// Text that is cut where it is too long, and never between the two halves of a sign, which no service takes.

const TORN = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

export const cutText = (text: string, most: number): string => text.slice(0, most).replace(TORN, '');

/** A piece out of the middle. */
export const pieceOf = (text: string, from: number, to: number): string =>
  text.slice(Math.max(0, from), to).replace(TORN, '');
