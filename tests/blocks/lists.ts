/** Block lists for the tests of this folder: random ones, and what two lists must share to count as equal. */
import fc from 'fast-check';
import type { Block, Data, Inline, TableBlockCell } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import type { Links } from '../../plugins/blocks/link-context.ts';
import { PALETTE } from '../../plugins/blocks/value-rules.ts';

/** A reader who may see everything with an even id. */
export const links: Links = {
  page: (id) => (id % 2 === 0 ? { href: `/pages/${id}`, title: `Page *${id}*` } : null),
  user: (id) => (id % 2 === 0 ? { name: `User ${id}` } : null),
  file: (id) => (id % 2 === 0 ? { href: `/api/files/1/${id}.png`, name: `file ${id}.png`, mime: 'image/png' } : null),
};

// Pieces that mean something to Markdown or HTML, so that chance finds the corners.
const PIECES = [
  'word',
  'two words',
  ' ',
  '  ',
  'a',
  '1',
  '12',
  '.',
  ')',
  '(',
  '[',
  ']',
  '[ ]',
  '[x]',
  '[^1]',
  '[^1]:',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '=',
  '==',
  '===',
  '`',
  '``',
  '```',
  '#',
  '##',
  '>',
  '<',
  '<b>',
  '</b>',
  '<br>',
  '<!-- x -->',
  '&',
  '&amp;',
  '&#35;',
  '|',
  '\\',
  '$',
  '$x$',
  '$$',
  '$5',
  '5$',
  '-',
  '---',
  '+',
  '!',
  '![',
  '[a](b)',
  '[[page]]',
  ':',
  ':::',
  ':smile:',
  '"',
  "'",
  'é',
  '漢字',
  '😀',
  '\u00a0',
  '\t',
  'http://x.test',
  '^id',
  '<details>',
  '</details>',
  '[toc]',
  '{',
  '}',
  '%',
  '@',
  '\u200b',
  '\u2028',
  '\ufeff',
];

const words = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const line = words.map((text) => text.replace(/[\r\n]/g, ' '));
const id = fc.integer({ min: 1, max: 9 });
const colour = fc.constantFrom(...PALETTE);
const address = fc.constantFrom(
  '/pages/4',
  'https://x.test/a_b*c?d=1&copy;=2',
  'mailto:a@b.test',
  'a b(c).md',
  '#x',
  '<x>\\y',
  '/a|b',
);
const web = fc.constantFrom('/files/a.png', 'https://x.test/b%20c.png?w=1', 'pictures/a b.jpg');

const mark = fc.oneof(
  ...['bold', 'italic', 'underline', 'strike', 'code'].map((type) => fc.constant({ type })),
  address.map((href) => ({ type: 'link', attrs: { href } })),
  colour.map((name) => ({ type: 'color', attrs: { name } })),
  fc.oneof(fc.constant('yellow'), colour).map((name) => ({ type: 'highlight', attrs: { name } })),
  id.map((number) => ({ type: 'comment', attrs: { id: number } })),
);

const marks = fc.uniqueArray(mark, { maxLength: 3, selector: (item) => item.type });

const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: words, marks }).map((rest): Inline => ({ type: 'text', ...rest })) },
  id.map((pageId): Inline => ({ type: 'pageLink', pageId })),
  fc.constantFrom('2026-11-20', '2024-02-29').map((date): Inline => ({ type: 'dateLink', date })),
  id.map((userId): Inline => ({ type: 'mention', userId })),
  fc.constant<Inline>({ type: 'hardBreak' }),
  fc
    .oneof(words, fc.constantFrom('x', 'x^2', '\\{a\\}', '|x|', 'a\\$b', 'a$b', ' x', 'a\nb', '\\\\', 'a\\ '))
    .filter((tex) => tex.trim() !== '')
    .map((tex): Inline => ({ type: 'math', tex })),
);

const emoji = fc.constantFrom('smile', '+1').map((name): Inline => ({ type: 'emoji', name }));
const content = fc.array(fc.oneof({ weight: 9, arbitrary: inline }, emoji), { maxLength: 4 });

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const media = fc.record({
  fileId: some(id),
  url: some(web),
  name: fc.oneof(fc.constant(''), line),
  caption: some(line),
  alt: some(line),
  width: some(id),
});
const picture = fc
  .tuple(media, some(fc.constantFrom('center', 'end')))
  .map(([data, align]) => ({ ...data, ...(align && { align }) }));
const card = fc.record({ url: web, title: some(line), description: some(words), imageFileId: some(id) });
const cell: fc.Arbitrary<TableBlockCell> = fc.record({
  content,
  colspan: fc.constantFrom(undefined, undefined, undefined, 2),
  color: fc.constantFrom(undefined, undefined, undefined, 'red'),
});
const header = fc.record({ row: fc.boolean(), column: fc.boolean() });
const table = fc.tuple(header, fc.integer({ min: 1, max: 3 })).chain(([edges, width]) => {
  const row = fc.array(cell, { minLength: width, maxLength: width });
  return fc.record({ header: fc.constant(edges), rows: fc.array(row, { minLength: 1, maxLength: 3 }) });
});
const lines = fc.array(words, { maxLength: 3 }).map((parts) => parts.join('\n'));

const SOLID: Record<string, fc.Arbitrary<object>> = {
  divider: fc.constant({}),
  toc: fc.constant({}),
  breadcrumb: fc.constant({}),
  code: fc.record({
    text: lines,
    language: fc.constantFrom('', 'js', 'c++', 'plain text', 'mermaid'),
    caption: some(line),
  }),
  math: fc.record({ tex: lines }),
  mermaid: fc.record({ source: lines, fileId: some(id) }),
  image: picture,
  pdf: media,
  bookmark: card,
  embed: card,
  table,
  pageLink: fc.record({ pageId: id }),
  synced: fc.record({ syncedBlockId: id }),
  database: fc.record({ collectionId: id, viewId: some(id) }),
  button: fc.record({ label: line, automationId: some(id) }),
  unknown: fc.record({ original: fc.jsonValue({ maxDepth: 2 }) }),
};

const TEXTUAL: Record<string, fc.Arbitrary<object>> = {
  paragraph: fc.constant({}),
  heading: fc.record({ level: fc.integer({ min: 1, max: 4 }), toggle: some(fc.boolean()) }),
  bullet: fc.constant({}),
  numbered: fc.record({ start: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 1 }) }),
  todo: fc.record({ checked: fc.boolean() }),
  toggle: fc.record({ open: fc.boolean() }),
  quote: fc.constant({}),
  callout: fc.record({
    icon: fc.constantFrom('', '📝', '⚠️', 'x y'),
    color: fc.constantFrom('default', 'blue', 'yellow'),
  }),
};

const raw = fc.letrec<{ block: object; blocks: object[] }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    ...Object.entries(SOLID).map(([type, data]) => fc.record({ type: fc.constant(type), data })),
    fc.record({ type: fc.constant('footnote'), data: fc.record({ key: fc.constantFrom('1', 'note') }), content }),
    {
      weight: 40,
      arbitrary: fc
        .constantFrom(...Object.keys(TEXTUAL))
        .chain((type) =>
          fc.record({ type: fc.constant(type), data: TEXTUAL[type]!, content, children: tie('blocks') }),
        ),
    },
    fc.record({
      type: fc.constant('columns'),
      data: fc.constantFrom({}, { widths: [1, 2] }),
      children: fc.array(fc.record({ type: fc.constant('column'), children: tie('blocks') }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  ),
}));

/** Canonical random lists. */
export const anyBlocks: fc.Arbitrary<Block[]> = fc
  .array(raw.block, { maxLength: 5 })
  .map((list) => readBlocks(JSON.parse(JSON.stringify(list))).blocks);

/** A list without ids, to compare what two lists say. */
export function bare(blocks: Block[]): unknown[] {
  return blocks.map(({ id: _id, children, ...rest }) => (children ? { ...rest, children: bare(children) } : rest));
}

/** A builder for the tables of the tests. */
export function block(
  type: string,
  data: Data = {},
  text?: string | Inline[],
  children?: Block[],
): Record<string, unknown> {
  const inlines = typeof text === 'string' ? [{ type: 'text', text }] : text;
  return { type, data, ...(inlines ? { content: inlines } : {}), ...(children ? { children } : {}) };
}
