/** Formulas in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { blockNote } from '../../markdown/block-notes.ts';
import { mathSyntax } from './markdown-syntax.ts';
import model from './model.ts';

function toMarkdown(block: Block): string {
  const tex = String(block.data.tex);
  const isSafe = tex.trim() !== '' && !/\$\$|[\r\t]|^\s|\s$/.test(tex);
  return isSafe ? `$$\n${tex}\n$$` : blockNote(block);
}

const math: BlockType = {
  ...model,
  toHtml: (block, view) => `<div class="math" id="${block.id}">${view.formula(String(block.data.tex))}</div>`,
  toMarkdown,
  fromMarkdown: { display_math: (tree, reader) => [reader.block('math', { tex: tree.token.content })] },
  syntax: mathSyntax,
  toDocument: ({ data }, writer) => writer.formula(String(data.tex ?? '')),
};
export default math;
