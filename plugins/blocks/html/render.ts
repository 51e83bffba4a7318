/** A block list as read-only semantic HTML: published pages, previews and exports. No DOM, no script, no style. */

import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, walk } from '../block.ts';
import { type Links, said } from '../link-context.ts';
import { type Heading, outline } from '../outline.ts';
import { inlineText } from '../plain-text.ts';
import { isRightToLeft, towards } from '../text-direction.ts';
import { SOLID } from './atom-blocks.ts';
import { renderInline } from './inline.ts';

/** What renderers of single blocks know of the page around them. */
export interface View {
  links: Links;
  /** Escaped footnote keys and the ids of their blocks. */
  footnotes: Map<string, string>;
  outline(): Heading[];
  /** Synced blocks being rendered right now; one that holds itself stops here. */
  open: Set<number>;
  /** Whether some of it is written from right to left: then each block says which way its text goes. */
  isTwoWay: boolean;
  /** How many more synced blocks may be shown: a few that hold each other many times would grow without end. */
  syncedLeft: number;
}

/** Escaped HTML of canonical blocks. Block ids are the anchors; headings start at h2, since the title is the h1. */
export function renderHtml(blocks: Block[], links: Links): string {
  const notes = [...walk(blocks)].filter((block) => block.type === 'footnote');
  const footnotes = new Map(notes.map((note) => [escapeHtml(String(note.data.key)), note.id]));
  const view: View = {
    links,
    footnotes,
    outline: () => outline(blocks),
    open: new Set(),
    isTwoWay: false,
    syncedLeft: SYNCED_MAX,
  };
  const render = () => renderList(blocks, view) + renderNotes(notes, signsOf(blocks, notes), view);
  const html = render();
  if (!isRightToLeft(html)) return html;
  Object.assign(view, { isTwoWay: true, syncedLeft: SYNCED_MAX });
  return render();
}

const SYNCED_MAX = 200;

/** The block where each note is named first, by the key of the note. */
function signsOf(blocks: Block[], notes: Block[]): Map<string, string> {
  const signs = new Map<string, string>();
  if (notes.length === 0) return signs;
  for (const { id, type, content } of walk(blocks)) {
    if (!content || type === 'footnote') continue;
    for (const [, key] of inlineText(content).matchAll(/\[\^([^\s[\]^]{1,64})\]/g))
      if (key && !signs.has(key)) signs.set(key, id);
  }
  return signs;
}

function renderNotes(notes: Block[], signs: Map<string, string>, view: View): string {
  if (notes.length === 0) return '';
  const back = (key: string) => {
    const sign = signs.get(key);
    return sign ? ` <a class="note-back" href="#${sign}" aria-label="${said(view.links, 'back')}">&#8617;</a>` : '';
  };
  const items = notes.map(
    (note) =>
      `<li id="${note.id}"><span class="key">${escapeHtml(String(note.data.key))}</span> ${inline(note, view)}${back(String(note.data.key))}</li>`,
  );
  return `<section class="footnotes" aria-label="${said(view.links, 'footnotes')}"><ul>${items.join('')}</ul></section>`;
}

function inline(block: Block, view: View): string {
  return renderInline(block.content ?? [], view.links, view.footnotes);
}

function renderList(blocks: Block[], view: View): string {
  let html = '';
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i]!;
    if (!LISTS.has(block.type)) {
      html += renderBlock(block, view);
      i++;
      continue;
    }
    let end = i + 1;
    while (blocks[end]?.type === block.type && blocks[end]!.data.start === undefined) end++;
    html += renderItems(blocks.slice(i, end), view);
    i = end;
  }
  return html;
}

const LISTS = new Set(['bullet', 'numbered', 'todo']);

function renderItems(items: Block[], view: View): string {
  const inner = items.map(
    (item) =>
      `<li id="${item.id}">${item.type === 'todo' ? task(item, view) : inline(item, view)}${children(item, view)}</li>`,
  );
  const { type, data } = items[0]!;
  const dir = direction(items[0]!, view);
  if (type === 'numbered') {
    const start = data.start === undefined ? '' : ` start="${Number(data.start)}"`;
    return `<ol${start}${dir}>${inner.join('')}</ol>`;
  }
  return `<ul${type === 'todo' ? ' class="todo"' : ''}${dir}>${inner.join('')}</ul>`;
}

/** Which way a block goes with its marker and what is below it; its lines find their own. */
const direction = (block: Block, view: View): string => (view.isTwoWay ? towards(inlineText(block.content ?? [])) : '');

function task(item: Block, view: View): string {
  const checked = item.data.checked ? ' checked' : '';
  return `<label><input type="checkbox" disabled${checked}> <span>${inline(item, view)}</span></label>`;
}

function children(block: Block, view: View): string {
  return block.children ? renderList(block.children, view) : '';
}

function nested(block: Block, view: View): string {
  const inner = block.children && renderList(block.children, view);
  return inner ? `<div class="children"${direction(block, view)}>${inner}</div>` : '';
}

function renderBlock(block: Block, view: View): string {
  const { id } = block;
  switch (block.type) {
    case 'heading':
      return heading(block, view);
    case 'toggle':
      return details(block, id, block.data.open === true, inline(block, view), view);
    case 'quote':
      return `<blockquote id="${id}"${direction(block, view)}><p>${inline(block, view)}</p>${children(block, view)}</blockquote>`;
    case 'callout':
      return callout(block, view);
    case 'columns':
      return columns(block, view);
    case 'synced':
      return synced(block, view);
    case 'footnote':
      return '';
    case 'paragraph':
      return `<p id="${id}">${inline(block, view)}</p>${nested(block, view)}`;
  }
  return SOLID.get(block.type)!(block, view);
}

/** Shares of the width in steps of five percent: a style would need leave of the page's policy. */
function columns(block: Block, view: View): string {
  const inside = block.children ?? [];
  const widths = (block.data.widths as number[] | undefined) ?? [];
  const sum = widths.reduce((total, width) => total + width, 0);
  const isShared = widths.length === inside.length && widths.every((width) => width > 0);
  const share = (i: number) =>
    isShared ? ` data-share="${Math.max(5, Math.round(((widths[i] ?? 0) / sum) * 20) * 5)}"` : '';
  const parts = inside.map((one, i) => `<div class="column" id="${one.id}"${share(i)}>${children(one, view)}</div>`);
  return `<div class="columns" id="${block.id}">${parts.join('')}</div>`;
}

function heading(block: Block, view: View): string {
  const tag = `h${Number(block.data.level) + 1}`;
  const toggles = block.data.toggle === true;
  const title = `<${tag} id="${block.id}">${inline(block, view)}</${tag}>`;
  return toggles ? details(block, `${block.id}-more`, true, title, view) : title + nested(block, view);
}

function details(block: Block, id: string, open: boolean, summary: string, view: View): string {
  const dir = direction(block, view);
  return `<details id="${id}"${open ? ' open' : ''}${dir}><summary>${summary}</summary>${children(block, view)}</details>`;
}

function callout(block: Block, view: View): string {
  const icon = String(block.data.icon);
  const own = /^custom:(\d{1,10})$/.exec(icon)?.[1];
  const shown = own ? `<img class="emoji" src="/api/emoji/${own}" alt="">` : escapeHtml(icon);
  const mark = icon ? `<span class="icon" data-icon="${escapeHtml(icon)}" aria-hidden="true">${shown}</span>` : '';
  const body = `<div><p>${inline(block, view)}</p>${children(block, view)}</div>`;
  return `<aside class="callout" id="${block.id}" data-color="${escapeHtml(String(block.data.color))}"${direction(block, view)}>${mark}${body}</aside>`;
}

function synced(block: Block, view: View): string {
  const id = Number(block.data.syncedBlockId);
  const blocks = view.open.has(id) || view.syncedLeft-- <= 0 ? null : view.links.synced?.(id);
  if (!blocks)
    return `<p class="synced" id="${block.id}"><span class="page-hidden">${said(view.links, 'hidden_synced')}</span></p>`;
  view.open.add(id);
  const inner = renderList(blocks, view);
  view.open.delete(id);
  return `<div class="synced" id="${block.id}" data-synced="${id}">${inner}</div>`;
}
