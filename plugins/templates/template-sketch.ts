// The beginning of a template as a small picture for the gallery: lines for words, signs for what stands before them.
import type { Block } from '../blocks/block.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';

export const SKETCH_WIDTH = 240;
export const SKETCH_HEIGHT = 132;

/** A rectangle; `round` is the radius of its corners. */
export interface SketchShape {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
  /** a heading, words, a box to tick or a sign of a list, and what lies behind words */
  part: 'heading' | 'words' | 'sign' | 'ground';
}

const EDGE = 16;
const LETTER = 2.6;
const LINE = 11;
const LINES_MAX = 3;
/** Sides of the sign before the words of a list. */
const SIGNS: Record<string, number> = { todo: 7, bullet: 4, numbered: 4, toggle: 5 };
const GROUNDED = new Set(['callout', 'code', 'table', 'image', 'embed', 'math', 'mermaid', 'database']);

interface Pen {
  shapes: SketchShape[];
  y: number;
}

const lettersOf = (block: Block): number => blocksPlainText([{ ...block, children: [] }]).length;

function heading(pen: Pen, block: Block, x: number): void {
  const height = block.data.level === 1 ? 8 : block.data.level === 2 ? 7 : 5;
  const width = Math.min(SKETCH_WIDTH - EDGE - x, Math.max(24, lettersOf(block) * LETTER * 1.3));
  pen.y += pen.shapes.length ? 6 : 0;
  pen.shapes.push({ ...{ x, y: pen.y, width, height, round: 2 }, part: 'heading' });
  pen.y += height + 7;
}

/** Lines as long as the words, which say nothing where there are none: those are filled in. */
function words(pen: Pen, block: Block, x: number, { most = LINES_MAX, inset = 0 } = {}): void {
  const room = SKETCH_WIDTH - EDGE - inset - x;
  const wanted = Math.max(lettersOf(block) * LETTER, SIGNS[block.type] ? room * 0.4 : 0);
  const lines = Math.min(most, Math.ceil(wanted / room));
  for (let line = 0; line < lines; line += 1) {
    const width = Math.max(12, Math.min(room, wanted - line * room));
    pen.shapes.push({ ...{ x, y: pen.y + 1, width, height: 4, round: 2 }, part: 'words' });
    pen.y += LINE;
  }
}

function draw(pen: Pen, block: Block, x: number): void {
  if (pen.y > SKETCH_HEIGHT) return;
  const sign = SIGNS[block.type];
  if (block.type === 'heading') heading(pen, block, x);
  else if (GROUNDED.has(block.type)) {
    pen.shapes.push({ ...{ x, y: pen.y, width: SKETCH_WIDTH - EDGE - x, height: 20, round: 4 }, part: 'ground' });
    words({ ...pen, y: pen.y + 7 }, block, x + 8, { most: 1, inset: 8 });
    pen.y += 27;
  } else {
    if (sign) {
      const place = { x, y: pen.y + 3 - sign / 2, width: sign, height: sign };
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
