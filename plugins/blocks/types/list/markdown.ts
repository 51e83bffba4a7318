/** Items of lists as Markdown, and lists of any depth back. */
import type { Data } from '../../block.ts';
import type { MarkdownParser } from '../../markdown/block-markdown.ts';

const TASK = /^\[([ xX])\](?:[ \t]+|$)/;
/** Other programs have more states: begun, cancelled, moved, important, a question. */
const FOREIGN_TASK = /^\[([ xX/\\\-><!?*"])\](?:[ \t]+|$)/;

export const listParser: MarkdownParser = (tree, reader, { depth, previous }) => {
  const ordered = tree.kind === 'ordered_list';
  const start = ordered ? Number(tree.token.attrGet('start') ?? 1) : 1;
  return tree.children.flatMap((item, i) => {
    const first = item.children[0];
    const text = first?.kind === 'paragraph' ? first.inlines[0] : undefined;
    const task = text && (reader.options.foreign ? FOREIGN_TASK : TASK).exec(text.content);
    if (task) dropStart(text, task[0].length);
    if (task && !/[ xX]/.test(task[1]!)) reader.options.onLoss?.({ kind: 'task-state', detail: task[0] });
    const counts = ordered && i === 0 && (start !== 1 || previous?.type === 'numbered');
    const data: Data = task ? { checked: /[xX]/.test(task[1]!) } : counts ? { start } : {};
    const block = reader.block(task ? 'todo' : ordered ? 'numbered' : 'bullet', data, []);
    return reader.adopt(block, item.children, depth);
  });
};

/** Takes the first characters (a task's box, which is plain text) off an inline token. */
function dropStart(
  token: { content: string; children: { type: string; content: string }[] | null },
  length: number,
): void {
  token.content = token.content.slice(length);
  const first = token.children?.[0];
  if (first?.type === 'text') first.content = first.content.slice(length);
}
