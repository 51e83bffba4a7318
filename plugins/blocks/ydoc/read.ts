// The shared document read as editor JSON. Reading never changes it, and keeps nodes that no schema here knows.
import { encodeAny, toBase64 } from 'lib0/buffer';
import { digest } from 'lib0/hash/sha256';
import * as Y from 'yjs';
import { isBlockId } from '../block.ts';
import { isBlockNode, type NodeJson } from '../schema/prosemirror-json.ts';

export type Child = Y.XmlElement | Y.XmlText;
export type Marks = NonNullable<NodeJson['marks']>;
/** Formatting of a run as the document keeps it: mark name → its attributes. */
export type Formats = Record<string, Record<string, unknown>>;
/** What stands between two tags: a run of text, or one element. */
export type Chunk = NodeJson[] | NodeJson;

export const fragmentChildren = (parent: Y.XmlFragment): Child[] => parent.toArray() as Child[];

/** Marks that may overlap themselves carry a hash behind their name, as the editor's binding writes them. */
const HASHED = /^(.+)--[a-zA-Z0-9+/=]{8}$/;
const HASH_BYTES = 6;

function hashOf(mark: object): string {
  const bytes = digest(encodeAny(mark));
  for (let i = HASH_BYTES; i < bytes.length; i++) bytes[i % HASH_BYTES] = bytes[i % HASH_BYTES]! ^ bytes[i]!;
  return toBase64(bytes.slice(0, HASH_BYTES));
}

export function markFormats(marks: Marks = []): Formats {
  const entries = marks.map(({ type, attrs = {} }) => [
    type === 'comment' ? `${type}--${hashOf({ type, attrs })}` : type,
    attrs,
  ]);
  return Object.fromEntries(entries);
}

function marksOf(formats: Formats = {}): Marks {
  return Object.entries(formats).map(([name, attrs]) => ({ type: HASHED.exec(name)?.[1] ?? name, attrs }));
}

/** Half a character can be left where two people typed into one; it cannot be stored. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

export function textJson(text: Y.XmlText): NodeJson[] {
  const runs = text.toDelta() as { insert: unknown; attributes?: Formats }[];
  return runs.flatMap(({ insert, attributes }) => {
    if (typeof insert !== 'string') return [];
    const marks = marksOf(attributes);
    return [{ type: 'text', text: storable(insert), ...(marks.length ? { marks } : {}) }];
  });
}

/** An id for a block that its writer gave none: the same at each reading. */
export const derivedId = ({ _item }: Y.XmlElement): string => `${_item?.id.client ?? 0}-${_item?.id.clock ?? 0}`;

/** Two people who move one block at once leave two of it: the second gets an id that follows from the first's. */
export function freeId(wanted: unknown, used: Set<string>): string {
  const base = isBlockId(wanted) ? wanted : 'block';
  let id = base;
  for (let i = 2; used.has(id); i++) id = `${base.slice(0, 24)}-${i}`;
  used.add(id);
  return id;
}

export function elementJson(element: Y.XmlElement): NodeJson {
  const attrs = element.getAttributes() as Record<string, unknown>;
  if (element.nodeName === 'block' || element.nodeName === 'column') attrs.id ??= derivedId(element);
  const content = fragmentChildren(element).flatMap((child) =>
    child instanceof Y.XmlText ? textJson(child) : [elementJson(child)],
  );
  const json: NodeJson = { type: element.nodeName };
  if (Object.keys(attrs).length) json.attrs = attrs;
  if (content.length) json.content = content;
  return json;
}

/**
 * A block as the list codec takes it: one content node and at most one group. Two people who turn one block into
 * different things at once leave two content nodes; the second becomes a block of its own.
 */
export function blocksJson(element: Y.XmlElement): NodeJson[] {
  if (element.nodeName !== 'block') return [nestedJson(element)];
  const id = String(element.getAttribute('id') ?? derivedId(element));
  const inside = fragmentChildren(element).filter((child): child is Y.XmlElement => child instanceof Y.XmlElement);
  const groups = inside.filter(({ nodeName }) => nodeName === 'group').flatMap(levelJson);
  const contents = inside.filter(({ nodeName }) => nodeName !== 'group');
  if (!contents.length) return groups;
  // Of the block's own id it would be another one as soon as that changes, which two of one id do when they are settled.
  const [first, ...others] = contents.map((content, index) => ({
    type: 'block',
    attrs: { id: index ? derivedId(content) : id },
    content: [contentJson(content)],
  }));
  if (groups.length) first!.content.push({ type: 'group', content: groups });
  return [first!, ...others];
}

/** The blocks of a document, a group or a column. */
export const levelJson = (parent: Y.XmlFragment): NodeJson[] =>
  fragmentChildren(parent).flatMap((child) => (child instanceof Y.XmlElement ? blocksJson(child) : []));

function contentJson(element: Y.XmlElement): NodeJson {
  if (!isBlockNode(element.nodeName)) return { type: 'unknown', attrs: { original: elementJson(element) } };
  const json = nestedJson(element);
  // A `null` that was kept is no attribute to the editor.
  return element.nodeName === 'unknown' ? { type: 'unknown', attrs: { original: null, ...json.attrs } } : json;
}

function nestedJson(element: Y.XmlElement): NodeJson {
  if (element.nodeName === 'columns') {
    const columns = fragmentChildren(element).flatMap((child) =>
      child instanceof Y.XmlElement ? [nestedJson(child)] : [],
    );
    return { type: 'columns', attrs: element.getAttributes(), content: columns };
  }
  if (element.nodeName === 'column') {
    const id = element.getAttribute('id') ?? derivedId(element);
    return { type: 'column', attrs: { id }, content: levelJson(element) };
  }
  return elementJson(element);
}
