// The newer form of an export of Anytype ("AnyBlock 2.0"): one document an object, its blocks in a row with indents.
import type { Inline } from '../../../blocks/block.ts';
import { stemOf } from '../../reading/entry-path.ts';
import type { JsonFields } from '../json/generic.ts';
import { signedText } from './inline.ts';
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

const KINDS: Record<string, AnytypeKind> = {
  '': 'page',
  file_object: 'file',
  template: 'template',
  object_type: 'type',
  participant: 'participant',
};

/** Keys of the properties that every space has, by their names. */
const BUNDLED: Record<string, string> = {
  Name: 'name',
  Description: 'description',
  'Creation date': 'createdDate',
  'Last modified date': 'lastModifiedDate',
  'Created by': 'creator',
  'Last modified by': 'lastModifiedBy',
  'Resolved layout': 'resolvedLayout',
  Layout: 'layout',
  Origin: 'origin',
  Tag: 'tag',
  Done: 'done',
  Source: 'source',
};

/** What the bundle says of itself, beside its objects. */
export interface AnyBlockBundle {
  /** keys of properties by their names */
  keys: ReadonlyMap<string, string>;
}

export const isAnyBlock = (json: unknown): json is JsonFields =>
  /^2\b/.test(storableText(fieldsIn(json).formatVersion));

/** Undefined for a document that is no object. */
export function readAnyBlock(json: JsonFields, path: string, { keys }: AnyBlockBundle): AnytypeObject | undefined {
  if (!isAnyBlock(json) || (!storableText(json.id) && !Array.isArray(json.blocks))) return undefined;
  const legend = fieldsIn(json.property_internal_keys);
  const keyOf = (name: string): string =>
    storableText(legend[name]) || keys.get(name) || entryOf(BUNDLED, name) || name;
  const fields = Object.fromEntries(
    Object.entries(fieldsIn(json.properties)).map(([name, value]) => [keyOf(name), value]),
  );
  const kind = storableText(json.kind);
  const blocks = listOf(json.blocks);
  const view = blocks.find(({ type }) => type === 'dataview') ?? {};
  const source = fieldsIn(json.query_source);
  return {
    id: storableText(json.id) || stemOf(path).replace(/\.anyblock$/, ''),
    path,
    kind: entryOf(KINDS, kind) ?? 'other',
    layout: storableText(fields.resolvedLayout) || storableText(fields.layout) || storableText(json.type_internal_key),
    typeId: `type-${storableText(json.type_internal_key)}`,
    fields: { ...fields, ...iconOf(json) },
    members: idsListed(json.items ?? []).map(bareId),
    sources: [...idsListed(source.types ?? []).map(bareId), ...idsListed(source.properties ?? []).map(keyOf)],
    views: listOf(view.views).map((one) => viewOf(one, keyOf)),
    blocks: (context) => nested(blocks, (block) => blockOf(block, context)),
  };
}

/** Behind the sign stands a name for people. */
export const bareId = (id: string): string => id.split('#', 1)[0] as string;

function iconOf({ icon }: JsonFields): JsonFields {
  const { format, emoji } = fieldsIn(icon);
  return format === 'emoji' ? { iconEmoji: storableText(emoji) } : {};
}

const viewOf = (view: JsonFields, keyOf: (name: string) => string): AnytypeView => ({
  name: storableText(view.name),
  kind: storableText(view.type) || 'table',
  groupBy: storableText(view.group_by) && keyOf(storableText(view.group_by)),
  sorts: listOf(view.sorts).map(({ property, direction, type }) => ({
    key: keyOf(storableText(property)),
    isDescending: /^desc/i.test(storableText(direction) || storableText(type)),
  })),
  shown: listOf(view.columns).flatMap(({ property, hidden }) =>
    hidden === true ? [] : keyOf(storableText(property)) || [],
  ),
  hasFilter: listOf(view.filters).length > 0,
});

/** The tree that the indents say. */
function nested(blocks: JsonFields[], read: (block: JsonFields) => AnytypeBlock): AnytypeBlock[] {
  const top: AnytypeBlock[] = [];
  const open: { indent: number; children: AnytypeBlock[] }[] = [{ indent: -1, children: top }];
  for (const block of blocks) {
    const indent = Math.min(NESTING_MAX, Math.max(0, Math.trunc(Number(block.indent) || 0)));
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const made = read(block);
    open.at(-1)?.children.push(made);
    open.push({ indent, children: made.children });
  }
  return top;
}

const TEXTS: Record<string, AnytypeBlockKind> = {
  paragraph: 'paragraph',
  quote: 'quote',
  checkbox: 'todo',
  bulleted_list_item: 'bullet',
  numbered_list_item: 'numbered',
  toggle: 'toggle',
  callout: 'callout',
};

const SOLID: Record<string, AnytypeBlockKind> = {
  divider: 'divider',
  row: 'row',
  column: 'column',
  div: 'group',
  group: 'group',
  table_of_contents: 'toc',
  property: 'none',
  featured_properties: 'none',
  widget: 'none',
};

const FILES = new Set(['file', 'image', 'video', 'audio', 'pdf']);

function blockOf(block: JsonFields, context: AnytypeContext): AnytypeBlock {
  const type = storableText(block.type);
  const shared = {
    content: [],
    children: [],
    color: storableText(block.color),
    background: storableText(block.background_color),
  };
  const target = bareId(storableText(block.object_id));
  const [, toggle, level] = /^(toggle_)?heading_(\d)$/.exec(type) ?? [];
  const content = (): Inline[] => signedText(storableText(block.text), context);
  if (level) {
    const isToggle = Boolean(toggle) || block.toggle === true || block.is_toggleable === true;
    return { ...shared, kind: 'heading', level: Number(level), isToggle, content: content() };
  }
  const textual = entryOf(TEXTS, type);
  if (textual) {
    const icon = storableText(fieldsIn(block.icon).emoji) || storableText(block.icon);
    return { ...shared, kind: textual, content: content(), isChecked: block.checked === true, icon };
  }
  const solid = entryOf(SOLID, type);
  if (solid) return { ...shared, kind: solid };
  if (FILES.has(type)) return { ...shared, kind: 'file', media: type, name: storableText(block.name), target };
  if (type === 'code')
    return { ...shared, kind: 'code', text: storableText(block.text), language: storableText(block.language) };
  if (type === 'embed') {
    const language = (storableText(block.processor) || 'latex').toLowerCase();
    return { ...shared, kind: 'embed', text: storableText(block.text) || storableText(block.url), language };
  }
  if (type === 'link') return { ...shared, kind: 'link', target, name: storableText(block.text) };
  if (type === 'bookmark') {
    const [url, name, description] = [
      storableText(block.url),
      storableText(block.title),
      storableText(block.description),
    ];
    return { ...shared, kind: 'bookmark', url, name, description, target };
  }
  if (type === 'dataview') {
    const name = idsListed(listOf(block.views).map((view) => view.name)).join(', ');
    return { ...shared, kind: 'dataview', target, name };
  }
  if (type === 'table') return { ...shared, kind: 'table', ...tableOf(block, context) };
  const { id: _, indent: __, text: ___, ...raw } = block;
  return { ...shared, kind: 'unknown', raw, content: content() };
}

function tableOf(block: JsonFields, context: AnytypeContext): Pick<AnytypeBlock, 'rows' | 'hasHeader'> {
  const all = listOf(block.rows);
  const rows = all.map(({ cells }) => (Array.isArray(cells) ? cells : []).map((cell) => cellOf(cell, context)));
  const width = rows.reduce((most, { length }) => Math.max(most, length), listOf(block.columns).length || 1);
  return {
    rows: rows.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? [])),
    hasHeader: all[0]?.is_header === true,
  };
}

/** Text, a block, or blocks one below the other. */
function cellOf(cell: unknown, context: AnytypeContext): Inline[] {
  if (typeof cell === 'string') return signedText(storableText(cell), context);
  const parts = (Array.isArray(cell) ? listOf(cell) : [fieldsIn(cell)]).map(({ type, checked, text }): Inline[] => {
    const box = type === 'checkbox' ? (checked === true ? '☑ ' : '☐ ') : '';
    const words =
      type === 'code' ? [{ type: 'text' as const, text: storableText(text) }] : signedText(storableText(text), context);
    return [...(box ? [{ type: 'text' as const, text: box }] : []), ...words];
  });
  return parts.flatMap((part, at) => [...(at ? [{ type: 'hardBreak' } as const] : []), ...part]);
}
