// A note of the Super editor of Standard Notes: a tree of Lexical, put into HTML, which is then read like any other.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { isFields, type JsonFields } from '../json/generic.ts';

/** What nodes name by id: titles of notes, and names of files. */
export interface SuperNoteNames {
  notes: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

export interface SuperNote {
  html: string;
  unsupported: Record<string, number>;
}

/** Nodes nest no deeper in any note that a person wrote. */
const DEPTH_MAX = 100;

/** The tree in a text; undefined when there is none. */
export function treeIn(text: string): JsonFields | undefined {
  if (!/^\s*\{\s*"root"/.test(text)) return undefined;
  try {
    const { root } = JSON.parse(text) as JsonFields;
    return isFields(root) && Array.isArray(root.children) ? root : undefined;
  } catch {
    return undefined;
  }
}

export function superNote(root: JsonFields, names: SuperNoteNames): SuperNote {
  const writer = new Writer(names);
  return { html: writer.inside(root, 0), unsupported: writer.unsupported };
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const listOf = ({ children }: JsonFields): JsonFields[] => (Array.isArray(children) ? children.filter(isFields) : []);

/** Bits of a text's format, and the elements that say the same. */
const FORMATS: [number, string][] = [
  [1, 'b'],
  [2, 'i'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

const TAGS: Record<string, string> = {
  paragraph: 'p',
  quote: 'blockquote',
  table: 'table',
  tablerow: 'tr',
  'collapsible-container': 'details',
  'collapsible-title': 'summary',
  'collapsible-content': 'div',
};

type Write = (writer: Writer, node: JsonFields, depth: number) => string;

const NODES: Record<string, Write> = {
  text: (_, node) => textHtml(node),
  'code-highlight': (_, node) => escapeHtml(text(node.text)),
  hashtag: (_, node) => textHtml(node),
  linebreak: () => '<br>',
  tab: () => '\t',
  horizontalrule: () => '<hr>',
  heading: (writer, node, depth) => {
    const tag = /^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2';
    return `<${tag}>${writer.inside(node, depth)}</${tag}>`;
  },
  list: (writer, node, depth) => writer.list(node, depth),
  listitem: (writer, node, depth) => `<li>${writer.inside(node, depth)}</li>`,
  code: (_, node) => `<pre data-language="${escapeHtml(text(node.language))}">${escapeHtml(codeOf(node))}</pre>`,
  link: (writer, node, depth) => linkHtml(text(node.url), writer.inside(node, depth)),
  tablecell: (writer, node, depth) => {
    const tag = Number(node.headerState) > 0 ? 'th' : 'td';
    const spans = ['colSpan', 'rowSpan'].map((span) => (node[span] ? ` ${span}="${Number(node[span]) || 1}"` : ''));
    return `<${tag}${spans.join('')}>${writer.inside(node, depth)}</${tag}>`;
  },
  snbubble: (writer, { itemUuid }) => writer.noteLink(text(itemUuid)),
  snfile: (writer, { fileUuid }) => writer.file(text(fileUuid)),
  'unencrypted-image': (_, node) => `<img src="${escapeHtml(text(node.src))}" alt="${escapeHtml(text(node.alt))}">`,
  'inline-file': (_, node) => embeddedHtml(node),
  youtube: (_, { videoID }) => linkHtml(`https://www.youtube.com/watch?v=${text(videoID)}`),
  tweet: (_, { id }) => linkHtml(`https://twitter.com/i/web/status/${text(id)}`),
};
NODES.autolink = NODES.link as Write;
NODES.image = NODES['unencrypted-image'] as Write;
NODES.datetime = NODES.text as Write;

class Writer {
  readonly unsupported: Record<string, number> = {};
  readonly #names: SuperNoteNames;

  constructor(names: SuperNoteNames) {
    this.#names = names;
  }

  inside(node: JsonFields, depth: number): string {
    return listOf(node)
      .map((child) => this.#node(child, depth + 1))
      .join('');
  }

  #node(node: JsonFields, depth: number): string {
    if (depth > DEPTH_MAX) return escapeHtml(wordsOf(node));
    const type = text(node.type);
    const tag = Object.hasOwn(TAGS, type) ? TAGS[type] : undefined;
    if (tag) return `<${tag}>${this.inside(node, depth)}</${tag}>`;
    if (Object.hasOwn(NODES, type)) return (NODES[type] as Write)(this, node, depth);
    this.#count('unknown_node');
    if (listOf(node).length) return `<div>${this.inside(node, depth)}</div>`;
    return `<pre data-language="json">${escapeHtml(JSON.stringify(node, null, 2))}</pre>`;
  }

  /** A list in a list is the only thing in an item of its own; it belongs to the item before. */
  list(node: JsonFields, depth: number): string {
    const tag = node.listType === 'number' ? 'ol' : 'ul';
    const start = tag === 'ol' && Number(node.start) > 1 ? ` start="${Number(node.start)}"` : '';
    const items = listOf(node).map((item) => {
      const inner = listOf(item);
      if (inner.length && inner.every(({ type }) => type === 'list')) return this.inside(item, depth + 1);
      const box = node.listType === 'check' ? `<input type="checkbox"${item.checked ? ' checked' : ''}>` : '';
      return `<li>${box}${this.inside(item, depth + 1)}</li>`;
    });
    return `<${tag}${start}>${items.join('')}</${tag}>`;
  }

  noteLink(id: string): string {
    const title = this.#names.notes.get(id);
    if (title !== undefined) return `<a href="${sourcePathAddress(id)}">${escapeHtml(title)}</a>`;
    this.#count('missing_note');
    return escapeHtml(`[note ${id}]`);
  }

  /** Files are encrypted apart, and not in the backup. */
  file(id: string): string {
    this.#count('missing_file');
    return `<p>${escapeHtml(this.#names.files.get(id) ?? `[file ${id}]`)}</p>`;
  }

  #count(kind: string): void {
    this.unsupported[kind] = (this.unsupported[kind] ?? 0) + 1;
  }
}

function textHtml({ text: words, format }: JsonFields): string {
  const tags = FORMATS.filter(([bit]) => Number(format) & bit).map(([, tag]) => tag);
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeHtml(text(words)));
}

const linkHtml = (url: string, inner = escapeHtml(url)): string => `<a href="${escapeHtml(url)}">${inner}</a>`;

function embeddedHtml({ src, mimeType, fileName }: JsonFields): string {
  const address = escapeHtml(text(src));
  const [family = ''] = text(mimeType).split('/');
  if (family === 'image') return `<img src="${address}" alt="${escapeHtml(text(fileName))}">`;
  if (family === 'audio' || family === 'video') return `<${family} src="${address}"></${family}>`;
  return `<object data="${address}" type="${escapeHtml(text(mimeType))}">${escapeHtml(text(fileName))}</object>`;
}

const codeOf = (node: JsonFields): string =>
  listOf(node)
    .map((child) => (child.type === 'linebreak' ? '\n' : child.type === 'tab' ? '\t' : wordsOf(child)))
    .join('');

/** All text in a node, without recursion: what nests too deeply is still said. */
function wordsOf(node: JsonFields): string {
  const words: string[] = [];
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (text(next.text)) words.push(text(next.text));
    open.push(...listOf(next).reverse());
  }
  return words.join(' ');
}
