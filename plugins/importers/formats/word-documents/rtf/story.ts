// One text of a document in Rich Text Format, its body or a note, as elements of HTML.

import { ListLevels } from '../../../conversion/html/list-levels.ts';
import { type MarkupElement, type MarkupNode, madeElement } from '../../../conversion/html/tree.ts';
import type { RtfHeader } from './header.ts';
import { type ParagraphLayout, tableDepthOf } from './layout.ts';
import { type Run, runNode } from './look.ts';
import { type CellPlan, type RowPlan, RtfTables } from './tables.ts';

const HEADING = /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|заголовок|nagłówek) ?([1-9])/i;
const TITLE = /^(?:title|titel|titre|título)$/i;
const QUOTE = /^(?:(?:intense )?quote|quotations|block text|(?:intensives )?zitat)$/i;
const CODE = /^(?:source code|html preformatted|preformatted text|html vorformatiert|code)$/i;

export class RtfStory {
  readonly #header: RtfHeader;
  readonly #nodes: MarkupNode[] = [];
  readonly #tables = new RtfTables(this.#nodes);
  readonly #lists = new ListLevels();
  #line: (Run | MarkupElement)[] = [];
  /** by the depth of the table: what is said of the next row of it */
  readonly #rows = new Map<number, RowPlan>();
  #cell: Partial<CellPlan> = {};
  /** lines of code that follow each other are one */
  #code: MarkupElement | undefined;

  constructor(header: RtfHeader) {
    this.#header = header;
  }

  text(run: Run): void {
    const last = this.#line.at(-1);
    if (last && 'look' in last && last.look === run.look && last.href === run.href) last.text += run.text;
    else this.#line.push({ ...run });
  }

  add(element: MarkupElement): void {
    this.#line.push(element);
  }

  /** Ends paragraphs, cells and rows; false for a word that does none of it. */
  word(name: string, value: number | undefined, layout: ParagraphLayout): boolean {
    if (name === 'par' || name === 'sect' || name === 'page') this.endParagraph(layout);
    else if (name === 'line') this.add(madeElement('br'));
    else if (name === 'cell' || name === 'nestcell') {
      const depth = name === 'cell' ? 1 : Math.max(2, tableDepthOf(layout));
      if (this.#line.length) this.endParagraph({ ...layout, tableDepth: depth });
      this.#endsBlock();
      this.#tables.endCell(depth);
    } else if (name === 'row' || name === 'nestrow') {
      this.#endsBlock();
      const depth = name === 'row' ? 1 : Math.max(2, tableDepthOf(layout));
      this.#tables.endRow(depth, this.#row(depth));
    } else return this.#rowWord(name, value ?? 0, Math.max(1, tableDepthOf(layout)));
    return true;
  }

  #row(depth: number): RowPlan {
    return this.#rows.get(depth) ?? { cells: [], isHead: false };
  }

  #rowWord(name: string, value: number, depth: number): boolean {
    if (name === 'trowd') this.#rows.set(depth, { cells: [], isHead: false });
    else if (name === 'trhdr') this.#rows.set(depth, { ...this.#row(depth), isHead: true });
    else if (name === 'clmrg') this.#cell.isBeside = true;
    else if (name === 'clvmrg') this.#cell.isBelow = true;
    else if (name === 'cellx') {
      this.#rows.set(depth, this.#row(depth));
      this.#row(depth).cells.push({ ...this.#cell, right: value });
      this.#cell = {};
    } else return false;
    return true;
  }

  endParagraph(layout: ParagraphLayout): void {
    const { style, outline } = layout;
    const named = this.#header.styles.get(style ?? 0);
    const name = named?.name ?? '';
    const level = headingLevel(name, outline ?? named?.outline);
    const line = this.#line.map((part) => ('look' in part ? runNode(part, this.#header.colors, level > 0) : part));
    this.#line = [];
    const target = this.#tables.at(tableDepthOf(layout));
    const isEmpty = !line.some((node) => typeof node !== 'string' || node.trim());
    const isCode = CODE.test(name) && level === 0;
    if (!isCode) this.#code = undefined;
    if (isCode) this.#addCode(target, line);
    else if (level > 0) this.#addBlock(target, `h${level}`, line);
    else if (!this.#addItem(target, layout, line, isEmpty))
      this.#addBlock(target, QUOTE.test(name) ? 'blockquote' : 'p', line);
  }

  end(layout: ParagraphLayout): MarkupNode[] {
    if (this.#line.length) this.endParagraph(layout);
    this.#tables.at(0);
    return this.#nodes;
  }

  #endsBlock(): void {
    this.#code = undefined;
    this.#lists.end();
  }

  #addBlock(target: MarkupNode[], tag: string, line: MarkupNode[]): void {
    this.#lists.end();
    if (line.length) target.push(madeElement(tag, line));
  }

  #addCode(target: MarkupNode[], line: MarkupNode[]): void {
    this.#lists.end();
    if (this.#code && target.at(-1) === this.#code) this.#code.children.push('\n', ...line);
    else {
      this.#code = madeElement('pre', line);
      target.push(this.#code);
    }
  }

  #addItem(target: MarkupNode[], layout: ParagraphLayout, line: MarkupNode[], isEmpty: boolean): boolean {
    const { list = 0, level = 0, isBullet, isNumbered } = layout;
    if (isEmpty || !(list || isBullet || isNumbered)) return false;
    const { kind, start } = list
      ? this.#header.listLevel(list, level)
      : { kind: isNumbered && !isBullet ? 0 : 23, start: 1 };
    if (kind === 255) return false;
    this.#lists.add(target, { list: String(list), level, isNumbered: kind !== 23, start }, line);
    return true;
  }
}

/** 0 for what is no heading. */
function headingLevel(style: string, outline = 9): number {
  if (TITLE.test(style)) return 1;
  const named = Number(HEADING.exec(style)?.[1] ?? 0);
  return Math.min(6, named || (outline < 9 ? outline + 1 : 0));
}
