// Which way a text is written, as browsers tell it: by the first letter that has a direction.
/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LETTER = /\p{L}/u;

/** Whether anything in it is. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The attribute that says so; none for a text without letters, which goes as what it stands in. */
export function towards(text: string): string {
  const letter = LETTER.exec(text)?.[0];
  return letter ? ` dir="${isRightToLeft(letter) ? 'rtl' : 'ltr'}"` : '';
}
