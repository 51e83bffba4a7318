// The beginning of a template as a small picture for the gallery: its own words, with the signs that stand before them.
import type { Block, Inline } from '../blocks/block.ts';
import { blocksPlainText, inlineText } from '../blocks/plain-text.ts';
import { withoutBraces } from './variables.ts';

export const SKETCH_WIDTH = 240;
export const SKETCH_HEIGHT = 132;

/** A rectangle, `round` being the radius of its corners; where it has a text, words that stand in it. */
export interface SketchShape {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
  /** a heading, words, words that are still to come, a box to tick or a sign of a list, what lies behind words, a line of a table */
  part: 'heading' | 'words' | 'open' | 'sign' | 'ground' | 'rule';
  text?: string;
}

const EDGE = 16;
/** How wide a letter is, and one of a heading. */
const LETTER = 4.3;
const BOLD = 5.4;
const LINE = 13;
const LINES_MAX = 3;
const CELLS_MAX = 4;
/** Sides of the sign before the words of a list. */
const SIGNS: Record<string, number> = { todo: 7, bullet: 4, numbered: 4, toggle: 5 };
const GROUNDED = new Set(['callout', 'code', 'image', 'embed', 'math', 'mermaid', 'database']);

interface Pen {
  shapes: SketchShape[];
  y: number;
}

const wordsOf = (block: Block): string => withoutBraces(blocksPlainText([{ ...block, children: [] }]));

const cut = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`;

/** As many lines as there may be, the last one cut where there are more words. */
function linesOf(text: string, letters: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest && lines.length < most) {
    const space = rest.lastIndexOf(' ', letters);
    const end = rest.length <= letters || lines.length === most - 1 || space <= 0 ? rest.length : space;
    lines.push(cut(rest.slice(0, end), letters));
    rest = rest.slice(end).trim();
  }
  return lines;
}

/** One line of words; where there are none, room that is to be filled in. */
function line(pen: Pen, text: string, at: { x: number; room: number; y?: number; part?: 'heading' | 'words' }): void {
  const { x, room, y = pen.y, part = 'words' } = at;
  if (!text) pen.shapes.push({ ...{ x, y: y + 2, width: room * 0.4, height: 4, round: 2 }, part: 'open' });
  else {
    const width = Math.min(room, text.length * (part === 'heading' ? BOLD : LETTER));
    pen.shapes.push({ ...{ x, y, width, height: 8, round: 0, part, text } });
  }
}

function heading(pen: Pen, block: Block, x: number): void {
  const room = SKETCH_WIDTH - EDGE - x;
  pen.y += pen.shapes.length ? 5 : 0;
  line(pen, cut(wordsOf(block), Math.floor(room / BOLD)), { x, room, part: 'heading' });
  pen.y += LINE + 2;
}

function words(pen: Pen, block: Block, x: number, { most = LINES_MAX, inset = 0 } = {}): void {
  const room = SKETCH_WIDTH - EDGE - inset - x;
  const lines = linesOf(wordsOf(block), Math.floor(room / LETTER), most);
  if (!lines.length && SIGNS[block.type]) lines.push('');
  for (const text of lines) {
    line(pen, text, { x, room });
    pen.y += LINE;
  }
}

function ground(pen: Pen, block: Block, x: number): void {
  const place = { x, y: pen.y, width: SKETCH_WIDTH - EDGE - x, round: 4 };
  const inside: Pen = { shapes: [], y: pen.y + 7 };
  words(inside, block, x + 8, { most: 2, inset: 8 });
  const height = Math.max(20, inside.y - pen.y + 2);
  pen.shapes.push({ ...place, height, part: 'ground' }, ...inside.shapes);
  pen.y += height + 7;
}

function table(pen: Pen, block: Block, x: number): void {
  const width = SKETCH_WIDTH - EDGE - x;
  for (const [at, row] of ((block.data.rows ?? []) as { content: Inline[] }[][]).slice(0, CELLS_MAX).entries()) {
    const cells = row.slice(0, CELLS_MAX);
    const room = width / cells.length;
    for (const [column, { content }] of cells.entries()) {
      const text = cut(withoutBraces(inlineText(content)), Math.floor((room - 6) / BOLD));
      const { header } = block.data as { header?: { row: boolean; column: boolean } };
      const isHead = (header?.row && at === 0) || (header?.column && column === 0);
      if (text) line(pen, text, { x: x + column * room, room: room - 6, part: isHead ? 'heading' : 'words' });
    }
    pen.y += LINE;
    pen.shapes.push({ ...{ x, y: pen.y - 2, width, height: 1, round: 0 }, part: 'rule' });
    pen.y += 3;
  }
  pen.y += 4;
}

function draw(pen: Pen, block: Block, x: number): void {
  if (pen.y > SKETCH_HEIGHT || x > SKETCH_WIDTH - 4 * EDGE) return;
  const sign = SIGNS[block.type];
  if (block.type === 'heading') heading(pen, block, x);
  else if (block.type === 'table') table(pen, block, x);
  else if (GROUNDED.has(block.type)) ground(pen, block, x);
  else {
    if (sign) {
      const place = { x, y: pen.y + 4 - sign / 2, width: sign, height: sign };
      pen.shapes.push({ ...place, round: block.type === 'todo' ? 2 : sign / 2, part: 'sign' });
    }
    words(pen, block, sign ? x + 12 : x);
  }
  for (const child of block.children ?? []) draw(pen, child, x + 12);
}

/** As much of a template as a small picture has room for. */
export function templateSketch(blocks: Block[]): SketchShape[] {
  const pen: Pen = { shapes: [], y: EDGE };
  for (const block of blocks) draw(pen, block, EDGE);
  return pen.shapes.filter(({ y }) => y < SKETCH_HEIGHT);
}
