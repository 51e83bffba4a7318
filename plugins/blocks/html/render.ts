/** A block list as read-only semantic HTML: published pages, previews and exports. No DOM, no script, no style. */

import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, type Inline, walk } from '../block.ts';
import { type Links, linkWordHtml } from '../link-context.ts';
import { type Heading, outline } from '../outline.ts';
import { inlineText } from '../plain-text.ts';
import { isRightToLeft, towards } from '../text-direction.ts';
import { blockTypes } from '../types/registry.ts';
import { type HtmlMarks, piecesHtml } from './html-marks.ts';
import { dataText, type HtmlView } from './html-view.ts';
import { renderInline } from './inline.ts';
import { FormulaDrawing } from './mathml.ts';

/** Escaped HTML of canonical blocks. Block ids are the anchors; headings start at h2, since the title is the h1. */
export function renderHtml(blocks: Block[], links: Links, marks?: HtmlMarks): string {
  const html = new PageRenderer(blocks, links, { isTwoWay: false, marks }).page();
  return isRightToLeft(html) ? new PageRenderer(blocks, links, { isTwoWay: true, marks }).page() : html;
}

/** Most synced blocks that are shown: a few that hold each other many times would grow without end. */
const SYNCED_MAX = 200;

class PageRenderer implements HtmlView {
  readonly links: Links;
  readonly #blocks: Block[];
  readonly #notes: Block[];
  /** escaped keys of footnotes and the ids of their blocks */
  readonly #footnotes: Map<string, string>;
  /** whether some of it is written from right to left: then each block says which way its text goes */
  readonly #isTwoWay: boolean;
  readonly #types = blockTypes();
  /** synced blocks being rendered right now; one that holds itself stops here */
  readonly #open = new Set<number>();
  readonly #marks: HtmlMarks | undefined;
  /** the blocks of which headings and notes are taken */
  readonly #current: Block[];
  #syncedLeft = SYNCED_MAX;
  readonly #formulas = new FormulaDrawing();

  constructor(blocks: Block[], links: Links, { isTwoWay, marks }: { isTwoWay: boolean; marks?: HtmlMarks }) {
    this.links = links;
    this.#blocks = blocks;
    this.#marks = marks;
    this.#current = marks?.current ?? blocks;
    this.#notes = notesOf(blocks);
    const known = marks ? notesOf(marks.current) : this.#notes;
    this.#footnotes = new Map(known.map((note) => [escapeHtml(String(note.data.key)), note.id]));
    this.#isTwoWay = isTwoWay;
  }

  page(): string {
    return this.#list(this.#blocks) + renderNotes(this.#notes, signsOf(this.#blocks, this.#notes), this);
  }

  outline(): Heading[] {
    return outline(this.#current);
  }

  text(block: Block): string {
    return this.inline(block.content ?? []);
  }

  inline(content: Inline[]): string {
    const context = {
      links: this.links,
      footnotes: this.#footnotes,
      formula: (tex: string) => this.#formulas.inline(tex),
    };
    const plain = (nodes: Inline[]) => renderInline(nodes, context);
    const pieces = this.#marks?.runs.get(content);
    return pieces ? piecesHtml(pieces, ({ nodes }) => plain(nodes)) : plain(content);
  }

  code(block: Block): string {
    const pieces = this.#marks?.words.get(block);
    return pieces ? piecesHtml(pieces, ({ text }) => escapeHtml(text)) : dataText(block, 'text');
  }

  children(block: Block): string {
    return block.children ? this.#list(block.children) : '';
  }

  nested(block: Block): string {
    const inner = this.children(block);
    return inner ? `<div class="children"${this.direction(block)}>${inner}</div>` : '';
  }

  direction(block: Block): string {
    return this.#isTwoWay ? towards(inlineText(block.content ?? [])) : '';
  }

  directionOf(text: string): string {
    return this.#isTwoWay ? towards(text) : '';
  }

  synced(id: number): string | null {
    const blocks = this.#open.has(id) || this.#syncedLeft-- <= 0 ? null : this.links.synced?.(id);
    if (!blocks) return null;
    this.#open.add(id);
    const inner = this.#list(blocks);
    this.#open.delete(id);
    return inner;
  }

  formula(tex: string): string {
    return this.#formulas.block(tex);
  }

  #list(blocks: Block[]): string {
    const groups = this.#marks?.groups(blocks);
    return groups ? groups.map((group) => group.wrap(this.#plainList(group.blocks))).join('') : this.#plainList(blocks);
  }

  #plainList(blocks: Block[]): string {
    let html = '';
    for (let at = 0; at < blocks.length; ) {
      const block = blocks[at]!;
      const type = this.#types.get(block.type)!;
      let end = at + 1;
      if (type.isItem) while (blocks[end]?.type === block.type && blocks[end]!.data.start === undefined) end++;
      html += type.toHtml(block, this, blocks.slice(at, end));
      at = end;
    }
    return html;
  }
}

const notesOf = (blocks: Block[]): Block[] => [...walk(blocks)].filter((block) => block.type === 'footnote');

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

function renderNotes(notes: Block[], signs: Map<string, string>, view: HtmlView): string {
  if (notes.length === 0) return '';
  const back = (key: string) => {
    const sign = signs.get(key);
    return sign
      ? ` <a class="note-back" href="#${sign}" aria-label="${linkWordHtml(view.links, 'back')}">&#8617;</a>`
      : '';
  };
  const items = notes.map(
    (note) =>
      `<li id="${note.id}"><span class="key">${escapeHtml(String(note.data.key))}</span> ${view.text(note)}${back(String(note.data.key))}</li>`,
  );
  return `<section class="footnotes" aria-label="${linkWordHtml(view.links, 'footnotes')}"><ul>${items.join('')}</ul></section>`;
}
