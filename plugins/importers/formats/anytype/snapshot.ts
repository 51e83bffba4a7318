// The older form of an export of Anytype: one snapshot an object, its blocks named by ids and its text with marks.
import { stemOf } from '../../reading/entry-path.ts';
import type { JsonFields } from '../json/generic.ts';
import { markedText } from './inline.ts';
import {
  type AnytypeBlock,
  type AnytypeBlockKind,
  type AnytypeContext,
  type AnytypeKind,
  type AnytypeObject,
  type AnytypeView,
  entryOf,
  fieldsIn,
  idsListed,
  listOf,
  NESTING_MAX,
  storableText,
} from './object.ts';
import { snapshotBlock, snapshotTable } from './snapshot-table.ts';

const KINDS: Record<string, AnytypeKind> = {
  Page: 'page',
  ProfilePage: 'page',
  File: 'file',
  FileObject: 'file',
  Template: 'template',
  BundledTemplate: 'template',
  STType: 'type',
  BundledObjectType: 'type',
  STRelation: 'property',
  BundledRelation: 'property',
  STRelationOption: 'option',
  Participant: 'participant',
};

/** By their numbers. */
const LAYOUTS =
  'basic profile todo set objectType relation file dashboard image note space bookmark relationOptionsList relationOption collection audio video date spaceView participant pdf'.split(
    ' ',
  );
/** What old spaces call a part of the space. */
const PARTS: Record<string, AnytypeKind> = { objectType: 'type', relation: 'property', relationOption: 'option' };

const layoutOf = (value: unknown): string => (typeof value === 'number' ? (LAYOUTS[value] ?? '') : storableText(value));

/** Undefined for JSON that is none. */
export function readSnapshot(json: unknown, path: string): AnytypeObject | undefined {
  const { sbType, snapshot } = fieldsIn(json);
  const data = fieldsIn(fieldsIn(snapshot).data);
  if (typeof sbType !== 'string' || !Object.keys(data).length) return undefined;
  const details = fieldsIn(data.details);
  const layout = layoutOf(details.resolvedLayout ?? details.layout);
  const blocks = listOf(data.blocks);
  const [view = {}] = blocks.flatMap((block) => (block.dataview ? [fieldsIn(block.dataview)] : []));
  const stem = stemOf(path).replace(/\.pb$/, '');
  return {
    id: storableText(details.id) || stem,
    path,
    kind: (sbType === 'SubObject' ? entryOf(PARTS, layout) : entryOf(KINDS, sbType)) ?? 'other',
    layout,
    typeId: storableText(details.type) || storableText((data.objectTypes as unknown[] | undefined)?.[0]),
    fields: details,
    members: idsListed(fieldsIn(data.collections).objects ?? []),
    sources: idsListed(details.setOf ?? view.source ?? []),
    views: listOf(view.views).map(viewOf),
    blocks: (context) => new SnapshotBlocks(blocks, details, context).read(),
  };
}

const viewOf = (view: JsonFields): AnytypeView => ({
  name: storableText(view.name),
  kind: (storableText(view.type) || 'table').toLowerCase(),
  groupBy: storableText(view.groupRelationKey),
  sorts: listOf(view.sorts).map(({ RelationKey, relationKey, type }) => ({
    key: storableText(RelationKey ?? relationKey),
    isDescending: type === 'Desc',
  })),
  shown: listOf(view.relations).flatMap(({ key, isVisible }) => (isVisible === true ? storableText(key) || [] : [])),
  hasFilter: listOf(view.filters).length > 0,
});

const STYLES: Record<string, AnytypeBlockKind> = {
  Quote: 'quote',
  Code: 'code',
  Checkbox: 'todo',
  Marked: 'bullet',
  Numbered: 'numbered',
  Toggle: 'toggle',
  Callout: 'callout',
};

class SnapshotBlocks {
  readonly #byId = new Map<string, JsonFields>();
  readonly #all: JsonFields[];
  readonly #details: JsonFields;
  readonly #context: AnytypeContext;
  readonly #read = new Set<JsonFields>();

  constructor(all: JsonFields[], details: JsonFields, context: AnytypeContext) {
    this.#all = all;
    this.#details = details;
    this.#context = context;
    for (const block of all) if (storableText(block.id)) this.#byId.set(storableText(block.id), block);
  }

  /** All of them: those that stand in no other one, and what only a ring of blocks holds. */
  read(): AnytypeBlock[] {
    const held = new Set(this.#all.flatMap(({ childrenIds }) => idsListed(childrenIds ?? [])));
    const roots = this.#all.filter(({ id }) => !held.has(storableText(id)));
    return [...roots, ...this.#all].flatMap((block) => this.#blocks(block, 0));
  }

  #blocks(block: JsonFields, depth: number): AnytypeBlock[] {
    if (this.#read.has(block)) return [];
    this.#read.add(block);
    const made = { ...this.#own(block), background: storableText(block.backgroundColor) };
    // The cells of a table are its own.
    if (made.kind === 'table') return [made];
    if (depth < NESTING_MAX) return [{ ...made, children: this.#below(block, depth + 1) }];
    return [made, ...this.#belowFlat(block)];
  }

  #children = ({ childrenIds }: JsonFields): JsonFields[] =>
    idsListed(childrenIds ?? []).flatMap((id): JsonFields[] => snapshotBlock(this.#byId, id));

  #below(block: JsonFields, depth: number): AnytypeBlock[] {
    return this.#children(block).flatMap((child) => this.#blocks(child, depth));
  }

  /** One after the other, without recursion. */
  #belowFlat(block: JsonFields): AnytypeBlock[] {
    const made: AnytypeBlock[] = [];
    const waiting = this.#children(block).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (this.#read.has(next)) continue;
      this.#read.add(next);
      made.push(this.#own(next));
      if (made.at(-1)?.kind !== 'table') waiting.push(...this.#children(next).reverse());
    }
    return made;
  }

  #own(block: JsonFields): AnytypeBlock {
    const kind = Object.keys(CONTENTS).find((name) => block[name] !== undefined && block[name] !== null);
    const none = { content: [], children: [] };
    if (block.table !== undefined) {
      const table = snapshotTable(block, this.#byId, this.#context);
      for (const used of table.used) this.#read.add(used);
      return { ...none, kind: 'table', rows: table.rows, hasHeader: table.hasHeader };
    }
    if (block.text) return this.#text(fieldsIn(block.text), fieldsIn(block.fields));
    if (kind) return { ...none, ...(CONTENTS[kind] as (fields: JsonFields) => Own)(fieldsIn(block[kind])) };
    const { id: _, childrenIds: __, restrictions: ___, fields: ____, align: _____, ...rest } = block;
    const isBare = Object.keys(rest).every((key) => /^(backgroundColor|verticalAlign)$/.test(key));
    return { ...none, kind: isBare ? 'group' : 'unknown', ...(!isBare && { raw: rest }) };
  }

  #text(text: JsonFields, fields: JsonFields): AnytypeBlock {
    const style = storableText(text.style) || 'Paragraph';
    const words = storableText(text.text);
    const shared = { children: [], color: storableText(text.color) };
    const isSaid = (key: string) => words.trim() === storableText(this.#details[key]).trim();
    // They show what the object says of itself.
    if ((style === 'Title' && isSaid('name')) || (style === 'Description' && isSaid('description')))
      return { ...shared, kind: 'none', content: [] };
    if (style === 'Code')
      return { ...shared, kind: 'code', content: [], text: words, language: storableText(fields.lang) };
    const content = markedText(words, fieldsIn(text.marks).marks, this.#context);
    const level = Number(/^(?:Toggle)?Header(\d)/.exec(style)?.[1] ?? 0);
    if (level) return { ...shared, kind: 'heading', content, level, isToggle: style.startsWith('Toggle') };
    return {
      ...{ ...shared, kind: entryOf(STYLES, style) ?? 'paragraph', content },
      ...{ isChecked: text.checked === true, icon: storableText(text.iconEmoji) },
    };
  }
}

type Own = Partial<AnytypeBlock> & Pick<AnytypeBlock, 'kind'>;

const CONTENTS: Record<string, (fields: JsonFields) => Own> = {
  smartblock: () => ({ kind: 'group' }),
  layout: ({ style }) => ({
    kind: style === 'Column' ? 'column' : (storableText(style) || 'Row') === 'Row' ? 'row' : 'group',
  }),
  div: () => ({ kind: 'divider' }),
  file: ({ name, type, targetObjectId, hash }) => ({
    ...{ kind: 'file', name: storableText(name), media: storableText(type).toLowerCase() },
    target: storableText(targetObjectId) || storableText(hash),
  }),
  bookmark: ({ url, title, description, targetObjectId }) => ({
    ...{ kind: 'bookmark', url: storableText(url), name: storableText(title), description: storableText(description) },
    target: storableText(targetObjectId),
  }),
  link: ({ targetBlockId }) => ({ kind: 'link', target: storableText(targetBlockId) }),
  latex: ({ text, processor }) => ({
    ...{ kind: 'embed', text: storableText(text), language: (storableText(processor) || 'latex').toLowerCase() },
  }),
  dataview: (fields) => ({
    ...{ kind: 'dataview', target: storableText(fields.TargetObjectId ?? fields.targetObjectId) },
    name: idsListed(listOf(fields.views).map(({ name }) => name)).join(', '),
  }),
  tableOfContents: () => ({ kind: 'toc' }),
  // Properties stand on top of the page.
  relation: () => ({ kind: 'none' }),
  featuredRelations: () => ({ kind: 'none' }),
  widget: () => ({ kind: 'none' }),
  chat: () => ({ kind: 'none' }),
  icon: () => ({ kind: 'none' }),
};
