// Toggles as Outline and Linear write them into Markdown: lines between `+++ Title` and `+++`.

const EDGE = /^([ \t]*)\+\+\+(?:[ \t]+(\S.*?))?[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** The same text with elements of HTML in their place; one that does not end goes to the end of the text. */
export function withPlusToggles(markdown: string): string {
  if (!/^[ \t]*\+\+\+[ \t]+\S/m.test(markdown)) return markdown;
  const out: string[] = [];
  const open: string[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (mark && (!fence || mark.startsWith(fence))) fence = fence ? '' : mark;
    const [whole, indent = '', title] = (!fence && EDGE.exec(line)) || [];
    if (whole !== undefined && title) {
      open.push(indent);
      out.push('', `${indent}<details>`, `${indent}<summary>${title}</summary>`, '');
    } else if (whole !== undefined && open.length) out.push('', `${open.pop()}</details>`, '');
    else out.push(line);
  }
  for (const indent of open.reverse()) out.push('', `${indent}</details>`);
  return out.join('\n');
}
