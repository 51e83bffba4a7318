// Tasks without the sign of a list, as Dropbox Paper writes them: each line is one.

const TASK = /^([ \t]*)\[([ xX])\] (?=\S)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The same Markdown with signs before such lines; those in code stay as they are. */
export function listedTasks(markdown: string): string {
  if (!/^[ \t]*\[[ xX]\] /m.test(markdown)) return markdown;
  let fence = '';
  let isInList = false;
  const lines = markdown.split('\n').map((line) => {
    const sign = FENCE.exec(line)?.[1] ?? '';
    if (fence ? sign.startsWith(fence) : sign) fence = fence ? '' : sign;
    if (fence || sign || !line.trim()) return line;
    const [, indent = ''] = TASK.exec(line) ?? [];
    // Deeper lines outside of lists are code.
    const isTask = TASK.test(line) && (isInList || !/^(?: {4}|\t)/.test(indent));
    isInList = isTask || ITEM.test(line) || (isInList && /^[ \t]/.test(line));
    return isTask ? line.replace(TASK, '$1- [$2] ') : line;
  });
  return lines.join('\n');
}
