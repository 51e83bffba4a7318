// Random notes of the Super editor of Standard Notes: trees of Lexical, every part of which says a planted word.
import type { PlantedWords } from './planted-words.ts';

type Node = Record<string, unknown>;

const inText = (words: PlantedWords): Node => ({ type: 'text', text: words.words(), format: words.below(256) });

function inline(words: PlantedWords): Node[] {
  const address = `https://example.org/${words.word()}`;
  const links: (() => Node)[] = [
    () => ({ type: 'link', url: address, children: [inText(words)] }),
    () => ({ type: 'autolink', url: address, children: [{ type: 'text', text: address }] }),
    () => ({ type: 'text', text: address }),
  ];
  return [
    ...words.some(1, 3, () => inText(words)),
    words.one(links)(),
    ...words.some(0, 1, () => ({ type: 'hashtag', text: `#${words.word()}` })),
    ...words.some(0, 1, () => ({ type: 'linebreak' })),
    ...words.some(0, 1, () => inText(words)),
  ];
}

function listNode(words: PlantedWords, depth: number): Node {
  const listType = words.one(['bullet', 'number', 'check']);
  const items = words.some(1, 3, (): Node => {
    if (listType !== 'check') return { type: 'listitem', children: inline(words) };
    const { word, isDone } = words.task();
    return { type: 'listitem', checked: isDone, children: [{ type: 'text', text: word }] };
  });
  const inner = depth > 0 ? words.some(0, 1, () => ({ type: 'listitem', children: [listNode(words, depth - 1)] })) : [];
  return { type: 'list', listType, start: 1, children: [...items, ...inner] };
}

const cell = (words: PlantedWords, headerState: number): Node => ({
  ...{ type: 'tablecell', headerState, children: [{ type: 'paragraph', children: [inText(words)] }] },
});

function block(words: PlantedWords): Node {
  const kinds: (() => Node)[] = [
    () => ({ type: 'paragraph', children: inline(words) }),
    () => ({ type: 'heading', tag: `h${1 + words.below(6)}`, children: [inText(words)] }),
    () => ({ type: 'quote', children: inline(words) }),
    () => listNode(words, 2),
    () => ({
      ...{ type: 'code', language: 'js' },
      children: [
        { type: 'code-highlight', text: words.words() },
        { type: 'linebreak' },
        { type: 'tab' },
        { type: 'code-highlight', text: words.words() },
      ],
    }),
    () => ({
      type: 'table',
      children: [1, 0, 0].map((head) => ({ type: 'tablerow', children: [cell(words, head), cell(words, head)] })),
    }),
    () => ({
      type: 'collapsible-container',
      children: [
        { type: 'collapsible-title', children: [inText(words)] },
        { type: 'collapsible-content', children: [block(words)] },
      ],
    }),
    () => ({ type: 'unencrypted-image', src: `https://example.org/${words.word()}.png`, alt: words.words() }),
    () => ({ type: 'youtube', videoID: words.word() }),
    () => ({ type: 'tweet', id: words.word() }),
    () => ({ type: 'snbubble', itemUuid: words.word() }),
    () => ({ type: 'snfile', fileUuid: words.word() }),
    () => ({ type: 'mystery', children: [inText(words)] }),
    () => ({ type: words.word(), said: words.words() }),
    () => ({ type: 'horizontalrule' }),
  ];
  return words.one(kinds)();
}

/** The text of a note, which is the JSON of its tree. */
export const randomSuperNote = (words: PlantedWords): string =>
  JSON.stringify({ root: { type: 'root', children: words.some(1, 5, () => block(words)) } });
