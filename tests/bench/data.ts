// Seeded content for measurements: pages of about 1.7 KB whose words have known frequencies.

/** A small generator, so that every run and every server sees the same text. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables = ['ka', 'lo', 'mi', 'ren', 'tas', 'vo', 'du', 'pel', 'sin', 'gor', 'ba', 'nu', 'fe', 'tri', 'zan'];

const words = (next: () => number, count: number): string =>
  Array.from({ length: count }, () =>
    Array.from({ length: 2 + Math.floor(next() * 2) }, () => syllables[Math.floor(next() * syllables.length)]).join(''),
  ).join(' ');

export const PAGES = 5000;
/** In how many of the 5,000 pages each search word stands. */
export const terms = { rare: { word: 'quixotic', pages: 73 }, common: { word: 'meridian', pages: 502 } };

/** Markdown of page `index` of 5,000: headings, lists, tasks, a table. */
export function markdown(index: number): { title: string; body: string } {
  const next = random(index + 1);
  const found = [
    ...(index % Math.floor(PAGES / terms.rare.pages) === 0 &&
    index / Math.floor(PAGES / terms.rare.pages) < terms.rare.pages
      ? [terms.rare.word]
      : []),
    ...(index % Math.floor(PAGES / terms.common.pages) === 1 &&
    index / Math.floor(PAGES / terms.common.pages) < terms.common.pages
      ? [terms.common.word]
      : []),
  ];
  const sections = Array.from(
    { length: 4 },
    (_, section) =>
      `## ${words(next, 3)}\n\n${words(next, 28)} **${words(next, 2)}**\n\n- ${words(next, 5)}\n- ${words(next, 4)}\n- [ ] ${words(next, 4)}\n${section === 2 ? `\n| ${words(next, 1)} | ${words(next, 1)} |\n| --- | --- |\n| ${words(next, 2)} | ${words(next, 2)} |\n` : ''}`,
  );
  return {
    title: `${words(next, 3)} ${index}`,
    body: `${found.join(' ')} ${words(next, 12)}\n\n${sections.join('\n')}`,
  };
}
