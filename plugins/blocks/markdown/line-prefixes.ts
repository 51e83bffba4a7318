/** Lines of Markdown inside of something. */

// Not by a pattern with ^ and m: U+2028 is no line end in Markdown.
export function indented(source: string, indent: string): string {
  return source
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}

/** Parts of a quote; the first may be empty. */
export function quotedLines(parts: string[]): string {
  return parts
    .filter((part, i) => i === 0 || part !== '')
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
