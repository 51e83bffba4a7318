// What somebody highlighted on a page, marked in the blocks that the page became.
import type { Block, Inline, Mark, TextInline } from '../../blocks/block.ts';
import { newBlockId, walk } from '../../blocks/block.ts';
import { orderMarks, textNode } from '../../blocks/codec/inline.ts';
import type { Highlight } from './clip-input.ts';

const MARK: Mark = { type: 'highlight', attrs: { name: 'yellow' } };

/** The blocks with their highlights, and those of which the words are not there. */
export function markHighlights(blocks: Block[], highlights: Highlight[]): { blocks: Block[]; missing: Highlight[] } {
  const missing: Highlight[] = [];
  const notes = new Map<string, string[]>();
  for (const highlight of highlights) {
    const last = markOne(blocks, highlight);
    if (last === undefined) missing.push(highlight);
    else if (highlight.note) notes.set(last, [...(notes.get(last) ?? []), highlight.note]);
  }
  return { blocks: notes.size ? withNotes(blocks, notes) : blocks, missing };
}

/** Words of several paragraphs are marked in each of them. In place; returns the id of the last block. */
function markOne(blocks: Block[], { exact, prefix = '' }: Highlight): string | undefined {
  const pieces = exact.split(/\n+/).map(squeezed).filter(Boolean);
  const places: { block: Block; from: number; to: number }[] = [];
  for (const block of walk(blocks)) {
    const piece = pieces[places.length];
    if (piece === undefined) break;
    if (!block.content) continue;
    const from = placeIn(textOf(block.content), piece, places.length ? '' : squeezed(prefix));
    if (from >= 0) places.push({ block, from, to: from + piece.length });
  }
  if (!pieces.length || places.length < pieces.length) return undefined;
  for (const { block, from, to } of places) block.content = marked(block.content as Inline[], from, to);
  return places.at(-1)?.block.id;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Letter for letter as long as the content, so that places in one are places in the other. */
const textOf = (content: Inline[]): string =>
  content.map((node) => (node.type === 'text' ? node.text.replace(/\s/g, ' ') : ' ')).join('');

/** Of several places the one behind the words in front of it, else the first. */
function placeIn(text: string, piece: string, prefix: string): number {
  const before = prefix.slice(-30);
  for (let at = text.indexOf(piece); before && at >= 0; at = text.indexOf(piece, at + 1))
    if (text.slice(0, at).trimEnd().endsWith(before.trimEnd())) return at;
  return text.indexOf(piece);
}

function marked(content: Inline[], from: number, to: number): Inline[] {
  let at = 0;
  return content.flatMap((node): Inline[] => {
    const length = node.type === 'text' ? node.text.length : 1;
    const [start, end] = [Math.max(0, from - at), Math.min(length, to - at)];
    at += length;
    return node.type === 'text' && start < end ? split(node, start, end) : [node];
  });
}

function split({ text, marks = [] }: TextInline, start: number, end: number): Inline[] {
  const others = marks.filter(({ type }) => type !== 'highlight');
  const parts: [string, Mark[]][] = [
    [text.slice(0, start), marks],
    [text.slice(start, end), orderMarks([...others, MARK])],
    [text.slice(end), marks],
  ];
  return parts.filter(([part]) => part).map(([part, its]) => textNode(part, its));
}

/** What was said of them stands behind the block in which they end. */
function withNotes(blocks: Block[], notes: ReadonlyMap<string, string[]>): Block[] {
  return blocks.flatMap((block) => {
    const said = notes.get(block.id) ?? [];
    const own = block.children ? { ...block, children: withNotes(block.children, notes) } : block;
    return [own, ...said.map(noteBlock)];
  });
}

const noteBlock = (note: string): Block => ({
  ...{ id: newBlockId(), type: 'callout', data: { icon: '💬', color: 'yellow' } },
  content: [textNode(note)],
});
