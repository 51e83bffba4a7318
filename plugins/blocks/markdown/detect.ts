/** Tells pasted text that is Markdown from text that merely has lines. */

const FENCE = /^(```|~~~)/;
const LINE_SIGNS: RegExp[] = [
  /^#{1,6}\s+\S/,
  /^\s*[-*+]\s+\[[ xX]\]\s/,
  /^>\s+\S/,
  /^!\[[^\]]*\]\([^)\s]+\)/,
  /^\s*\|.*\|\s*$/,
];
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;
const INLINE = /(?:\*\*[^*\s][^*]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|(?:^|\s)`[^`\n]+`(?:\s|[.,;:]|$)|~~[^~\s][^~]*~~)/;
/** A formula in a line; two prices are none. */
const FORMULA = /(?:^|[\s(])\$(?=[^\s$])[^$\n`]*[\\^_={][^$\n`]*(?<!\s)\$(?![\p{L}\p{N}$])/u;
/** Enough lines to tell; a long text is not read twice. */
const LINES_READ = 400;

/** Whether the text looks like Markdown: one clear sign, or a list of at least two items. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, 100_000).split(/\r?\n/, LINES_READ);
  let items = 0;
  for (const line of lines) {
    if (FENCE.test(line) || LINE_SIGNS.some((sign) => sign.test(line)) || INLINE.test(line) || FORMULA.test(line))
      return true;
    if (LIST.test(line)) items++;
  }
  return items > 1 || (items === 1 && lines.filter(Boolean).length === 1);
}
