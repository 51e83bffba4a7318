/** Blocks without text of their own as Markdown: code, formulas, pictures, tables; the rest as notes with a stand-in. */
import { type Block, type Cell, type Data, type Json, tableRows } from '../block.ts';
import { joinText } from '../codec/inline.ts';
import { HIDDEN_PAGE, type Links } from '../link-context.ts';
import { plainText } from '../plain-text.ts';
import { CLOSE, difference, writeNote } from './annotations.ts';
import { destination, escapeText, guardEdges, guardStart } from './escape-text.ts';
import { imageData } from './media-paragraphs.ts';
import { inlineMarkdown, withoutComments } from './serialize-inline.ts';

/** Lines of one block; a note stands before them where Markdown says too little. */
export function writeSolid(block: Block, links: Links): string {
  switch (block.type) {
    case 'divider':
      // Three hyphens at the top of a file would open front matter.
      return '***';
    case 'toc':
      return '<!-- toc -->';
    case 'code':
      return code(block);
    case 'mermaid':
      return fenced(block, String(block.data.source), 'mermaid', { source: block.data.source! });
    case 'math':
      return math(block);
    case 'image':
      return image(block, links);
    case 'table':
      return table(block, links);
    default:
      return noted(block, standIn(block, links));
  }
}

/** How many synced blocks one shows, itself included: a few that hold each other many times would grow without end. */
const SYNCED_MAX = 200;

/** What a synced block holds, with what others in it hold in their places. */
function heldBy({ data }: Block, links: Links, budget = { left: SYNCED_MAX }): Block[] {
  const found = budget.left-- > 0 ? (links.synced?.(Number(data.syncedBlockId)) ?? []) : [];
  return found.flatMap((one) => (one.type === 'synced' ? heldBy(one, links, budget) : [one]));
}

/** The whole block in a note, and what a person reads instead. */
function noted(block: Block, shown = ''): string {
  const { type, data } = block;
  const note = Object.keys(data).length > 0 ? { type, data } : { type };
  return shown === '' ? writeNote(note) : [writeNote({ ...note, shown: true }), shown, CLOSE].join('\n\n');
}

function patched(block: Block, native: Data, source: string): string {
  const patch = difference(native, block.data);
  return patch ? `${writeNote({ data: patch })}\n\n${source}` : source;
}

function code(block: Block): string {
  const language = String(block.data.language);
  const plain = /^[\p{L}\p{N}+#._-]*$/u.test(language) && language !== 'mermaid' ? language : '';
  const text = String(block.data.text);
  return fenced(block, text, plain, { text, language: plain });
}

function fenced(block: Block, text: string, info: string, native: Data): string {
  if (text.includes('\r')) return noted(block);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return patched(block, native, `${fence}${info}\n${text}\n${fence}`);
}

function math(block: Block): string {
  const tex = String(block.data.tex);
  const safe = tex.trim() !== '' && !/\$\$|[\r\t]|^\s|\s$/.test(tex);
  return safe ? `$$\n${tex}\n$$` : noted(block);
}

function image(block: Block, links: Links): string {
  const { fileId, url, alt = '', caption = '' } = block.data as { [key: string]: string | number };
  const address = fileId ? (links.file(Number(fileId))?.href ?? '') : String(url ?? '');
  if (address === '') return noted(block, label(String(block.data.name || caption || '')));
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const [shownAlt, title] = [clean(String(alt)), clean(String(caption))];
  const native = { ...imageData(address, shownAlt), ...(title ? { caption: title } : {}) };
  const written = title ? ` "${title.replace(/["\\]|&(?=[#A-Za-z])/g, '\\$&')}"` : '';
  return patched(block, native, `![${escapeText(shownAlt)}](${destination(address)}${written})`);
}

function table(block: Block, links: Links): string {
  const rows = tableRows(block);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const source = pipes(rows, columns, links);
  const regular =
    columns > 0 && rows.every((row) => row.length === columns && !row.some((cell) => cell.colspan || cell.rowspan));
  if (!regular) return noted({ ...block, data: { ...block.data, rows: quiet(rows) } }, columns > 0 ? source : '');
  const { rows: _told, ...wanted } = block.data;
  const patch = difference({ header: { row: true, column: false } }, wanted);
  return patch ? `${writeNote({ data: patch })}\n\n${source}` : source;
}

function quiet(rows: Cell[][]): Json {
  const cells = rows.map((row) =>
    row.map((cell) => ({ ...cell, content: joinText(cell.content.map(withoutComments)) })),
  );
  return cells as unknown as Json;
}

function pipes(rows: Cell[][], columns: number, links: Links): string {
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, i) => inlineMarkdown(row[i]?.content ?? [], links, true));
    return `| ${cells.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return lines.join('\n');
}

function label(text: string): string {
  return guardStart(guardEdges(escapeText(text.replace(/\s+/g, ' ').toWellFormed())));
}

function link(text: string, href: string): string {
  return `[${label(text) || escapeText(href)}](${destination(href)})`;
}

/** What a reader without our notes sees of a block. */
function standIn(block: Block, links: Links): string {
  const { data, type } = block;
  switch (type) {
    case 'pageLink': {
      const page = links.page(Number(data.pageId));
      return page ? link(page.title, page.href) : HIDDEN_PAGE;
    }
    case 'database': {
      const found = links.database?.(Number(data.collectionId));
      return found ? link(found.title, found.href) : '';
    }
    case 'synced': {
      const lines = plainText(heldBy(block, links)).split('\n');
      return lines.map(label).filter(Boolean).join('\n\n');
    }
    case 'bookmark':
    case 'embed':
      return link(String(data.title || data.url), String(data.url));
    case 'button':
      return label(String(data.label));
    case 'video':
    case 'audio':
    case 'pdf':
    case 'file': {
      const file = typeof data.fileId === 'number' ? links.file(data.fileId) : null;
      const href = file?.href ?? String(data.url ?? '');
      return href ? link(String(data.name || file?.name || href), href) : label(String(data.name));
    }
    default:
      return '';
  }
}
