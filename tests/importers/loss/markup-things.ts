// What a plain scan finds in markup: what somebody can read of it, values of attributes, addresses and words.

export interface HeldThing {
  kind: 'word' | 'link' | 'picture' | 'cell';
  /** as it is written, without the escapes of its format */
  said: string;
  /** of a picture that lies in the source: of its bytes */
  hash?: string;
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export const unescapedMarkup = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, hex, number, name) => {
    if (name) return SIGNS[String(name).toLowerCase()] as string;
    const point = hex ? Number.parseInt(hex, 16) : Number(number);
    return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : whole;
  });

/** Without what nobody reads: scripts, styles, remarks, and names of vocabularies. */
export const readMarkup = (markup: string): string =>
  markup
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|head|template|noscript)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(?:!DOCTYPE|\?xml)[^>]*>|\]\]>|<!\[CDATA\[/gi, '')
    .replace(/\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, '');

/** Values of an attribute of some elements, but for what leads nowhere else. */
export const attributesIn = (markup: string, elements: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(`<(?:${elements})\\b[^>]*?\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gi'))]
    .map(([, double, single]) => unescapedMarkup(double ?? single ?? '').trim())
    .filter((said) => said && !/^(?:#|data:|javascript:|cid:)/i.test(said));

/** Absolute addresses as they stand in any text. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\bhttps?:\/\/[^\s"'<>\\^`{|}[\]()*]+/g)].map(([found]) => found.replace(/[.,;:!?_~&]+$/, ''));

export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const heldAddresses = (text: string): HeldThing[] => addressesIn(text).map((said) => ({ kind: 'link', said }));
/** Escapes of addresses, and signs that have names, are parts of no words. */
export const heldWords = (text: string): HeldThing[] => {
  const words = wordsIn(text.replace(/(?:%[0-9a-f]{2})+|&\w+;/gi, ' '));
  return [...new Set(words)].map((said) => ({ kind: 'word', said }));
};
