// One normaliser of text for both engines: what is stored to sort by, to be unique by, and to be found by.

/** Key under which names and addresses are unique: compatibility forms and case are the same thing. */
export const uniqueKey = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Text without accents and case, for sorting and searching. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC');

/** What titles are sorted by; long enough to tell titles apart, short enough for an index. */
export const sortKey = (text: string): string => fold(text).replace(/\s+/g, ' ').trim().slice(0, 200);

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;
const word = /[\p{L}\p{N}\p{M}_]+/gu;

/** Runs of Chinese, Japanese and Korean as overlapping pairs, because they have no spaces between words. */
const pairs = (run: string): string[] => {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
};

/** Splits text into normalised words, in order. Dakuten and the like are kept: they make other letters. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [part] of text.normalize('NFKC').matchAll(word)) {
    let rest = 0;
    for (const run of part.matchAll(cjk)) {
      if (run.index > rest) found.push(fold(part.slice(rest, run.index)));
      found.push(...pairs(run[0].toLowerCase()));
      rest = run.index + run[0].length;
    }
    if (rest < part.length) found.push(fold(part.slice(rest)));
  }
  return found.filter(Boolean);
}

/** Text as the search index keeps it. */
export const searchText = (text: string): string => words(text).join(' ');

/** A text as a part of a pattern of LIKE, in which `\` takes the meaning away from the sign behind it. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
