/** Reads the blocks of Editor.js and its common tools, for clients that still write them. */

import { type Inline, MAX_DEPTH } from '../block.ts';
import { isRecord } from '../codec/block-data.ts';
import { orderMarks } from '../codec/inline.ts';
import { isWebAddress } from '../link-address.ts';
import { parseInlineHtml } from './inline-html.ts';

/** A block as the codec reads it; ids are checked there. */
export interface RawBlock {
  id?: unknown;
  type: string;
  data?: Record<string, unknown>;
  content?: Inline[];
  children?: RawBlock[];
}

type Source = Record<string, unknown>;
type Reader = (data: Source) => RawBlock[];

/**
 * The blocks an Editor.js block stands for, or null when it is not one. A type both sides know (paragraph, code,
 * table, image, embed, quote) counts as Editor.js only when its data has a key of that tool.
 */
export function fromEditorJs(raw: unknown): RawBlock[] | null {
  if (!isRecord(raw) || typeof raw.type !== 'string' || raw.content !== undefined) return null;
  const reader = READERS.get(raw.type);
  const data = isRecord(raw.data) ? raw.data : {};
  if (!reader || (reader.keys && !reader.keys.some((key) => Object.hasOwn(data, key)))) return null;
  const [first, ...rest] = reader.read(data);
  return first ? [{ ...first, id: raw.id }, ...rest] : [{ type: 'paragraph', id: raw.id }];
}

const html = (value: unknown): Inline[] => parseInlineHtml(typeof value === 'string' ? value : '');
const plain = (value: unknown): string =>
  html(value)
    .map((node) => (node.type === 'text' ? node.text : ' '))
    .join('')
    .replace(/[\r\n]+/g, ' ');
const paragraph = (value: unknown): RawBlock => ({ type: 'paragraph', content: html(value) });

/** What an address that no block may name becomes: its text, so that nothing is lost. */
function withAddress(url: unknown, make: (url: string) => RawBlock): RawBlock[] {
  return isWebAddress(url) ? [make(url)] : [{ type: 'paragraph', content: textOf(String(url ?? '')) }];
}

function textOf(text: string): Inline[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** `data` without the keys that have no value. */
function given(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== ''));
}

const readList: Reader = (data) => listItems(data.items, String(data.style), data.meta);

function listItems(items: unknown, style: string, meta?: unknown, depth = 1): RawBlock[] {
  // One level too many is enough for the codec to refuse the list.
  if (depth > MAX_DEPTH + 1) return [];
  const start = isRecord(meta) && Number.isInteger(meta.start) && meta.start !== 1 ? { start: meta.start } : {};
  return (Array.isArray(items) ? items : []).map((item, i) => {
    const source: Source = isRecord(item) ? item : { content: item };
    const block = {
      content: html(source.content ?? source.text),
      children: listItems(source.items, style, undefined, depth + 1),
    };
    if (style === 'checklist') return { ...block, type: 'todo', data: { checked: isChecked(source) } };
    if (style === 'ordered') return { ...block, type: 'numbered', data: i === 0 ? start : {} };
    return { ...block, type: 'bullet' };
  });
}

function isChecked(source: Source): boolean {
  return source.checked === true || (isRecord(source.meta) && source.meta.checked === true);
}

const readHeader: Reader = (data) => {
  const level = Math.min(4, Math.max(1, Math.trunc(Number(data.level)) || 2));
  return [{ type: 'heading', data: { level }, content: html(data.text) }];
};

const readQuote: Reader = (data) => {
  const children = data.caption ? [paragraph(data.caption)] : [];
  return [{ type: 'quote', content: html(data.text), children }];
};

function bold(node: Inline): Inline {
  if (node.type !== 'text') return node;
  const others = (node.marks ?? []).filter((mark) => mark.type !== 'bold');
  return { ...node, marks: orderMarks([...others, { type: 'bold' }]) };
}

const readWarning: Reader = (data) => {
  const title = html(data.title).map(bold);
  const message = html(data.message);
  const between: Inline[] = title.length > 0 && message.length > 0 ? [{ type: 'hardBreak' }] : [];
  return [{ type: 'callout', data: { icon: '⚠️', color: 'yellow' }, content: [...title, ...between, ...message] }];
};

const readTable: Reader = (data) => {
  const rows = (Array.isArray(data.content) ? data.content : []).filter(Array.isArray);
  if (rows.length === 0) return [];
  const cells = rows.map((row) => row.map((cell: unknown) => ({ content: html(cell) })));
  return [{ type: 'table', data: { header: { row: data.withHeadings === true, column: false }, rows: cells } }];
};

const readImage: Reader = (data) => {
  const url = isRecord(data.file) ? data.file.url : data.url;
  return withAddress(url, (address) => ({
    type: 'image',
    data: given({ url: address, caption: plain(data.caption) }),
  }));
};

const readAttachment: Reader = (data) => {
  const file: Source = isRecord(data.file) ? data.file : {};
  const name = plain(data.title ?? file.title ?? file.name);
  return withAddress(file.url, (url) => ({ type: 'file', data: given({ url, name }) }));
};

const readEmbed: Reader = (data) =>
  withAddress(data.source ?? data.embed, (url) => ({
    type: 'embed',
    data: given({ url, title: plain(data.caption) }),
  }));

const readLink: Reader = (data) => {
  const meta: Source = isRecord(data.meta) ? data.meta : {};
  return withAddress(data.link, (url) => ({
    type: 'bookmark',
    data: given({ url, title: plain(meta.title), description: plain(meta.description) }),
  }));
};

const code = (text: unknown, language: string): RawBlock => ({
  type: 'code',
  data: { text: typeof text === 'string' ? text : '', language },
});

const IMAGE_KEYS = ['file', 'withBorder', 'withBackground', 'stretched'];

/** The tools; `keys` tell a tool's data from ours where the type name is the same. */
const READERS: ReadonlyMap<string, { read: Reader; keys?: string[] }> = new Map([
  ['header', { read: readHeader }],
  ['paragraph', { read: (data: Source) => [paragraph(data.text)], keys: ['alignment'] }],
  ['list', { read: readList }],
  ['checklist', { read: (data: Source) => listItems(data.items, 'checklist') }],
  ['quote', { read: readQuote, keys: ['caption', 'alignment'] }],
  [
    'code',
    { read: (data: Source) => [code(data.code, String(data.languageCode ?? data.language ?? ''))], keys: ['code'] },
  ],
  ['raw', { read: (data: Source) => [code(data.html, 'html')] }],
  ['delimiter', { read: () => [{ type: 'divider' }] }],
  ['table', { read: readTable, keys: ['content', 'withHeadings'] }],
  ['image', { read: readImage, keys: IMAGE_KEYS }],
  ['simpleImage', { read: readImage }],
  ['embed', { read: readEmbed, keys: ['source', 'embed', 'service'] }],
  ['warning', { read: readWarning }],
  ['linkTool', { read: readLink }],
  ['attaches', { read: readAttachment }],
]);
