// Random exports of Anytype in both of its forms, every part of which says a planted word.
import type { Tree } from '../imports.ts';
import type { PlantedWords } from './planted-words.ts';

const STYLES =
  'Paragraph Header1 Header2 Header3 Header4 Quote Marked Numbered Toggle Callout ToggleHeader1 Description Title Unheard'.split(
    ' ',
  );
const MARKS = 'Bold Italic Strikethrough Underscored Keyboard TextColor BackgroundColor'.split(' ');
/** A text leads to one place only. */
const LINKS = 'Link Mention Object'.split(' ');

interface SnapshotBlock {
  id: string;
  childrenIds: string[];
  [content: string]: unknown;
}

class SnapshotPage {
  readonly blocks: SnapshotBlock[] = [];
  readonly #words: PlantedWords;

  constructor(words: PlantedWords) {
    this.#words = words;
  }

  add(content: object, childrenIds: string[] = []): string {
    const id = `b${this.#words.all.length}-${this.blocks.length}`;
    this.blocks.push({ id, childrenIds, ...content });
    return id;
  }

  text(style = this.#words.one(STYLES)): object {
    const words = this.#words;
    const text = `${words.words()} 👋 ${words.words()}`;
    // Words that a mark begins or ends within stand in two pieces: so it does that between them only, and in the sign.
    const places = [0, ...[...text.matchAll(/ |👋/gu)].map(({ index }) => index + 1)];
    const marks = [MARKS, MARKS, LINKS].map((types) => {
      const from = words.one(places);
      const type = words.one(types);
      const param = type === 'Link' ? `https://example.org/${words.word()}` : words.one(['red', 'o1', '']);
      return { range: { from, to: type === 'Link' ? text.length : words.one(places) }, type, param };
    });
    return { text: { text, style, marks: { marks }, color: words.one(['', 'red']) } };
  }

  task(): object {
    const { word, isDone } = this.#words.task();
    return { text: { text: word, style: 'Checkbox', checked: isDone } };
  }

  table(): string {
    const columns = this.#words.some(1, 3, () => this.add({ tableColumn: {} }));
    const rows = this.#words.some(1, 3, () => {
      const id = `row${this.blocks.length}`;
      const cells = columns.map((column) => {
        const cell = `${id}-${column}`;
        this.blocks.push({ id: cell, childrenIds: [], ...this.text('Paragraph') });
        return cell;
      });
      this.blocks.push({ id, childrenIds: cells, tableRow: { isHeader: false } });
      return id;
    });
    return this.add({ table: {} }, [
      this.add({ layout: { style: 'TableColumns' } }, columns),
      this.add({ layout: { style: 'TableRows' } }, rows),
    ]);
  }

  block(depth: number): string {
    const words = this.#words;
    const below = (): string[] => (depth > 0 ? words.some(0, 2, () => this.block(depth - 1)) : []);
    const url = `https://example.org/${words.word()}`;
    return words.one<() => string>([
      () => this.add(this.text(), below()),
      () => this.add(this.task(), below()),
      () => this.add({ text: { text: words.words(), style: 'Code' }, fields: { lang: 'go' } }),
      () => this.add({ file: { name: `${words.word()}.png`, type: words.one(['Image', 'File', 'PDF']) } }),
      () => this.add({ bookmark: { url: `${url}${words.word()}`, title: words.words(), description: words.words() } }),
      () => this.add({ latex: { text: words.words(), processor: words.one(['Latex', 'Mermaid', 'Chart']) } }),
      () => this.add({ link: { targetBlockId: words.one(['o1', words.word()]) } }),
      () => this.add({ dataview: { views: [{ name: words.word() }], TargetObjectId: words.one(['', 'o1']) } }),
      () => this.add({ unheard: { of: words.word() } }, below()),
      () => this.table(),
      () => {
        const columns = words.some(1, 2, () => this.add({ layout: { style: 'Column' } }, [this.block(0)]));
        return this.add({ layout: { style: 'Row' } }, columns);
      },
      // What was planted for another kind of block is said here.
      () => this.add({ text: { text: url, style: 'Paragraph' } }),
    ])();
  }
}

/** The address that a block was offered stands in it, or in a line of its own. */
function snapshot(words: PlantedWords, id: string, more: object): string {
  const page = new SnapshotPage(words);
  const before = words.all.length;
  const children = words.some(1, 5, () => page.block(2));
  const said = JSON.stringify(page.blocks);
  const unsaid = words.all.slice(before).filter((word) => !said.includes(word));
  children.push(page.add({ text: { text: unsaid.join(' '), style: 'Paragraph' } }));
  const details = { id, name: words.words(), r1: words.words(), r2: ['opt1'], r3: ['o1'], own: words.word(), ...more };
  const blocks = [{ id, childrenIds: children, smartblock: {} }, ...page.blocks];
  return JSON.stringify({ sbType: 'Page', snapshot: { data: { blocks, details, collections: null } } });
}

const part = (sbType: string, details: object, data: object = {}): string =>
  JSON.stringify({ sbType, snapshot: { data: { blocks: [], details, ...data } } });

export function randomAnytype(words: PlantedWords): Tree {
  const members = words.one([[], ['o1'], ['o2', 'o3', 'gone'], ['o1', 'o2', 'o3']]);
  const page = (id: string): string => snapshot(words, id, { type: words.one(['t1', 't2']), r4: 1_750_000_000 });
  return {
    'objects/o1.pb.json': page('o1'),
    'objects/o2.pb.json': page('o2'),
    'objects/o3.pb.json': page('o3'),
    'objects/c1.pb.json': part(
      'Page',
      { id: 'c1', name: words.words(), layout: 14, description: words.words() },
      { collections: { objects: members } },
    ),
    'objects/s1.pb.json': part('Page', { id: 's1', name: words.words(), layout: 3, setOf: [words.one(['t1', 'r1i'])] }),
    'objects/gone.pb.json': part('Page', { id: 'gone', name: words.words(), isArchived: true }),
    'templates/p1.pb.json': part('Template', { id: 'p1', name: words.words(), description: words.words() }),
    'types/t1.pb.json': part('STType', { id: 't1', name: words.words(), description: words.words() }),
    'relations/r1.pb.json': part('STRelation', {
      id: 'r1i',
      relationKey: 'r1',
      name: words.words(),
      relationFormat: 0,
    }),
    'relations/r2.pb.json': part('STRelation', {
      id: 'r2i',
      relationKey: 'r2',
      name: words.word(),
      relationFormat: 11,
    }),
    'relations/r3.pb.json': part('STRelation', {
      id: 'r3i',
      relationKey: 'r3',
      name: words.word(),
      relationFormat: 100,
    }),
    'relations/r4.pb.json': part('STRelation', {
      id: 'r4i',
      relationKey: 'r4',
      name: words.word(),
      description: words.words(),
      relationFormat: 4,
    }),
    'relationsOptions/1.pb.json': part('STRelationOption', { id: 'opt1', relationKey: 'r2', name: words.word() }),
  };
}

const TYPES =
  'paragraph heading_1 heading_2 heading_3 quote bulleted_list_item numbered_list_item toggle callout code embed unheard_of'.split(
    ' ',
  );

function signs(words: PlantedWords): string {
  return words
    .some(1, 3, () =>
      words.one([
        () => words.words(),
        () => `**${words.word()}** *${words.word()}* ~~${words.word()}~~ \`${words.word()}\``,
        () => `<u>${words.word()}</u> <font color="red" background="teal">${words.word()}</font>`,
        () => `<mention object_id="${words.one(['a1', 'gone'])}">${words.word()}</mention>`,
        () => `[${words.word()}](https://example.org/${words.word()}) \\[${words.word()}] <b>${words.word()}</b>`,
        () => `[${words.word()}](anytype://object?objectId=a1)\n${words.word()} # ${words.word()}`,
      ])(),
    )
    .join(' ');
}

function anyBlocks(words: PlantedWords): object[] {
  let indent = 0;
  return words.some(1, 8, () => {
    indent = Math.min(indent + 1, words.below(4));
    const own = words.one<() => object>([
      () => ({ type: words.one(TYPES), text: words.words() }),
      () => ({ type: 'paragraph', text: signs(words), color: 'blue' }),
      () => {
        const { word, isDone } = words.task();
        return { type: 'checkbox', checked: isDone, text: word };
      },
      () => ({ type: 'image', object_id: words.one(['f1', 'gone']), name: `${words.word()}.png` }),
      () => ({ type: 'bookmark', url: `https://example.org/${words.word()}`, title: words.words() }),
      () => ({ type: 'link', object_id: words.one([() => 'a1', () => words.word()])() }),
      () => ({ type: 'table', rows: [{ cells: [signs(words), null, [{ type: 'paragraph', text: words.word() }]] }] }),
    ])();
    return { indent, ...own };
  });
}

export function randomAnyBlock(words: PlantedWords): Tree {
  const object = (id: string, more: object = {}): string =>
    JSON.stringify({
      ...{ formatVersion: '2.0', id, type: 'Note', type_internal_key: 'note1' },
      properties: { Name: words.words(), Mood: [words.word()], [words.word()]: words.words(), Seen: ['a1', 'gone#'] },
      ...{ property_internal_keys: { Mood: 'k1' }, ...more },
      ...(!('blocks' in more) && { blocks: anyBlocks(words) }),
    });
  const view = { type: 'dataview', views: [{ name: words.word(), columns: [{ property: 'Mood' }] }] };
  return {
    'index.json': JSON.stringify({ formatVersion: '2.0', manifest: { files: { f1: 'files/f.png' } } }),
    'properties.json': JSON.stringify({
      formatVersion: '2.0',
      properties: [{ property: 'k1', internal_key: 'k1', name: words.word(), format: 'multi_select' }],
    }),
    'files/f.png': 'png',
    'objects/a1.anyblock.json': object('a1'),
    'objects/a2.anyblock.json': object('a2', { items: words.one([[], ['a1']]) }),
    'objects/a3.anyblock.json': object('a3', words.one([{}, { query_source: { types: ['type-note1'] } }])),
    'objects/a4.anyblock.json': object('a4', { blocks: [view], items: ['a1'] }),
  };
}
