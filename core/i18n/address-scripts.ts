// Finds email addresses that pass for others: letters of several alphabets, or of one that looks like another.
import { domainToUnicode } from 'node:url';

const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Georgian', 'Ethiopic', 'Thai', 'Lao', 'Khmer'],
  ...['Myanmar', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Cherokee'],
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Alphabets that people write together. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Letters of other alphabets that look like small Latin ones, as browsers know them. */
const LATIN_ALIKE = [/^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\P{L}]+$/u, /^[αγηικνοπρτυχω\P{L}]+$/u, /^[ագզէլհյոսւօՙ\P{L}]+$/u];

function isMixed(label: string): boolean {
  const found = SCRIPTS.filter(({ letters }) => letters.test(label)).map(({ name }) => name);
  return found.length > 1 && !TOGETHER.some((names) => found.every((name) => names.includes(name)));
}

const passesForLatin = (label: string): boolean =>
  /\p{L}/u.test(label) && !/\p{Script=Latin}/u.test(label) && LATIN_ALIKE.some((letters) => letters.test(label));

/** Why an address is not taken; nothing for one that is what it looks like. */
export function deception(address: string): string | undefined {
  const [name = '', domain = ''] = address.toLowerCase().split('@');
  const labels = [name, ...(domainToUnicode(domain) || domain).split('.')];
  if (labels.some((label) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(label))) return 'holds characters that cannot be seen';
  if (labels.some(isMixed)) return 'mixes letters of several alphabets';
  // Below a domain of another alphabet its letters are what they look like.
  const isLatin = /\p{Script=Latin}/u.test(labels.at(-1) ?? '');
  return isLatin && labels.some(passesForLatin) ? 'looks like another one: its letters are not Latin' : undefined;
}
