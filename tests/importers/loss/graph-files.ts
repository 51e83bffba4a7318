// Random graphs of Roam and Logseq, every part of which says a planted word.
import type { PlantedWords } from './planted-words.ts';

const roamText = (words: PlantedWords): string =>
  words.one([
    () => words.words(),
    () => `[[${words.word()}]] #${words.word()} #[[${words.words()}]]`,
    () => {
      const { word, isDone } = words.task();
      return `{{[[${isDone ? 'DONE' : 'TODO'}]]}} ${word}`;
    },
    () => `**${words.word()}** __${words.word()}__ ^^${words.word()}^^ ~~${words.word()}~~ \`${words.word()}\``,
    () =>
      `[${words.word()}](https://example.org/${words.word()}) ![${words.word()}](https://example.org/${words.word()}.png)`,
    () => `${words.word()}:: ${words.words()}`,
    () => `> ${words.words()}`,
    () => `\`\`\`javascript\n${words.words()}\`\`\``,
    () => `{{iframe: https://example.org/${words.word()}}} {{[[video]]: https://example.org/${words.word()}}}`,
    () => `$$${words.word()}$$ {{embed: [[${words.word()}]]}} {{${words.word()}: ${words.word()}}}`,
  ])();

export interface RoamBlock {
  uid: string;
  string: string;
  children: RoamBlock[];
}
const roamBlock = (words: PlantedWords, depth = 2): RoamBlock => ({
  uid: `u${words.all.length}`,
  string: roamText(words),
  ...(words.random() < 0.3 && { ':children/view-type': words.one([':numbered', ':document', ':bullet', ':other']) }),
  children: depth > 0 ? words.some(0, 2, () => roamBlock(words, depth - 1)) : [],
});

const logseqText = (words: PlantedWords, by = ''): string =>
  words.one([
    () => words.words(),
    () => {
      const { word, isDone } = words.task();
      return `${isDone ? 'DONE' : 'TODO'} ${word}`;
    },
    () => `${words.word()}\n${by}  ${words.word()}:: ${words.words()}`,
    () => `# ${words.words()}`,
    () => `[[${words.word()}]] #${words.word()} ((${words.word()}))`,
    () => `![${words.word()}](https://example.org/${words.word()}.png)${words.one(['', '{:height 20, :width 30}'])}`,
    () =>
      `LATER [#A] ${words.word()}\n${by}  SCHEDULED: <2026-01-02 Fri>\n${by}  :LOGBOOK:\n${by}  CLOCK: [2026-01-02 Fri 10:00:00]\n${by}  :END:`,
    () => `> ${words.words()}`,
    () => `#+BEGIN_QUOTE\n${by}  ${words.words()}\n${by}  #+END_QUOTE`,
    () => `{{query ${words.word()}}} {{embed [[${words.word()}]]}} {{video https://example.org/${words.word()}}}`,
  ])();

const logseqBlock = (words: PlantedWords, depth = 2, by = ''): string => {
  const text = logseqText(words, by);
  const below = depth > 0 ? words.some(0, 2, () => logseqBlock(words, depth - 1, `${by}\t`)) : [];
  return [`${by}- ${text}`, ...below].join('\n');
};

export interface RoamPage {
  title: string;
  uid: string;
  children: RoamBlock[];
}

export const randomRoam = (words: PlantedWords): RoamPage[] =>
  words.some(1, 3, () => ({
    title: words.words(),
    uid: `p${words.all.length}`,
    children: words.some(0, 3, () => roamBlock(words)),
  }));

/** One page. */
export const randomLogseq = (words: PlantedWords): string => {
  const about = words.random() < 0.5 ? `${words.word()}:: ${words.words()}\ntags:: ${words.word()}\n\n` : '';
  return about + words.some(1, 4, () => logseqBlock(words)).join('\n');
};

interface LogseqBlock {
  id: string;
  content: string;
  properties: Record<string, unknown>;
  children: LogseqBlock[];
}

const logseqJson = (words: PlantedWords, depth = 2): LogseqBlock => ({
  id: `00000000-0000-0000-0000-${String(words.all.length).padStart(12, '0')}`,
  content: logseqText(words),
  properties: words.random() < 0.3 ? { [words.word()]: words.one([() => words.words(), () => [words.word()]])() } : {},
  children: depth > 0 ? words.some(0, 2, () => logseqJson(words, depth - 1)) : [],
});

export const randomLogseqGraph = (words: PlantedWords): string =>
  JSON.stringify({
    version: 1,
    blocks: words.some(1, 3, () => ({
      id: `p${words.all.length}`,
      'page-name': words.words(),
      properties: words.random() < 0.5 ? { [words.word()]: words.words() } : {},
      children: words.some(1, 4, () => logseqJson(words)),
    })),
  });

/** The same pages as facts of a database. */
export function randomRoamDatabase(words: PlantedWords): string {
  const facts: string[] = [];
  const add = (entity: number, name: string, value: string | number): void => {
    facts.push(`[${entity} ${name} ${JSON.stringify(value)} 536870914]`);
  };
  let last = 0;
  const block = ({ uid, children, ...more }: RoamBlock | RoamPage, order: number): number => {
    const entity = ++last;
    add(entity, ':block/uid', uid);
    if ('title' in more) add(entity, ':node/title', more.title);
    else add(entity, ':block/string', more.string);
    add(entity, ':block/order', order);
    for (const [at, one] of children.entries()) add(entity, ':block/children', block(one, at));
    return entity;
  };
  for (const [at, page] of randomRoam(words).entries()) block(page, at);
  return `#datascript/DB {:schema {:block/uid {:db/unique :db.unique/identity}}, :datoms [${facts.join(' ')}]}`;
}
