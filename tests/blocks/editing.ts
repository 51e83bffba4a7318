/** Documents for tests of editor commands: drawn as lines, edited at a place, read back as lines. */
import type { Node, ResolvedPos } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import type { Block } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { blockById } from '../../plugins/blocks/commands/block-position.ts';
import { toDoc } from '../../plugins/blocks/schema/document.ts';

/** `-` and two spaces a level for bullets, `p` and so on for the rest: "bullet:text" lines, indented by two spaces. */
export function draw(blocks: Block[], indent = ''): string[] {
  return blocks.flatMap((block) => {
    const text = (block.content ?? []).map((node) => (node.type === 'text' ? node.text : '·')).join('');
    return [`${indent}${block.type}:${text || (block.data.text ?? '')}`, ...draw(block.children ?? [], `${indent}  `)];
  });
}

export function build(lines: string[]): Block[] {
  const root: { children: object[] } = { children: [] };
  const open: { children: object[] }[] = [root];
  lines.forEach((line, i) => {
    const [, spaces = '', type, text = ''] = /^( *)(\w+):(.*)$/.exec(line)!;
    const content = text ? [{ type: 'text', text }] : [];
    const level = spaces.length / 2;
    const solid = type === 'divider';
    const data = type === 'code' ? { text } : {};
    const made = { id: `b${i}`, type, data, ...(solid || type === 'code' ? {} : { content }), children: [] };
    open[level]!.children.push(made);
    open.length = level + 1;
    open.push(made);
  });
  return readBlocks(root.children).blocks;
}

/** A state with the caret at `offset` of the text of the block in line `line`. */
export function at(lines: string[], line: number, offset: number): EditorState {
  const doc = toDoc(build(lines));
  const place = blockById(doc, `b${line}`)!;
  return EditorState.create({ doc, selection: TextSelection.create(doc, place.pos + 2 + offset) });
}

export function run(state: EditorState, command: Command): EditorState | null {
  let next = state;
  const done = command(state, (tr) => {
    next = next.apply(tr);
  });
  return done ? next : null;
}

/** Every written character and token in reading order; line ends come and go with code. */
export function written(doc: Node): string {
  let out = '';
  doc.descendants((node) => {
    if (node.isText) out += node.text!.replaceAll('\n', '');
    else if (node.isInline && node.type.name !== 'hardBreak') out += '·';
  });
  return out;
}

/** A caret never stands inside a character of two units. */
export function between($pos: ResolvedPos): ResolvedPos {
  const inside = /^[\udc00-\udfff]/.test($pos.parent.textBetween($pos.parentOffset, $pos.parent.content.size, '', ' '));
  return $pos.parent.isTextblock && inside ? $pos.doc.resolve($pos.pos - 1) : $pos;
}
