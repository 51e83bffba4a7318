// The text of a comment: plain, with people as <@12>; addresses in it lead somewhere. Read by the server and the browser.

/** One stretch of a body, as it is to be shown. */
export type CommentPiece = { text: string } | { userId: number } | { href: string };

export const COMMENT_BODY_MAX = 10_000;
export const QUOTE_MAX = 500;

const SPECIAL = /<@([1-9]\d{0,9})>|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/g;

/** In order; together they are the whole text. */
export function pieces(body: string): CommentPiece[] {
  const found: CommentPiece[] = [];
  let at = 0;
  for (const match of body.matchAll(SPECIAL)) {
    if (match.index > at) found.push({ text: body.slice(at, match.index) });
    found.push(match[1] ? { userId: Number(match[1]) } : { href: match[0] });
    at = match.index + match[0].length;
  }
  if (at < body.length) found.push({ text: body.slice(at) });
  return found;
}

/** How a person is written in a body. */
export const mentionOf = (userId: number): string => `<@${userId}>`;

/** Who is named, each once. */
export const mentioned = (body: string): number[] => [
  ...new Set(pieces(body).flatMap((piece) => ('userId' in piece ? piece.userId : []))),
];
