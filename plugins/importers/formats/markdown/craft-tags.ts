// Tags that Craft writes into its Markdown, in Markdown: boxes, highlights, pages in pages and words with comments.

const CODE = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\2[`~]*[ \t]*$|`[^`\n]+`)/m;
const OWN = /<\/(?:callout|highlight|pageTitle)>/;

/** The same text where nothing in it is of Craft. */
export function withoutCraftTags(markdown: string): string {
  if (!OWN.test(markdown)) return markdown;
  // Between the pieces stand those of code, each with the sign that ends it behind it.
  const pieces = markdown.split(CODE);
  return pieces.map((piece, at) => (at % 3 === 0 ? plain(piece) : at % 3 === 1 ? piece : '')).join('');
}

const plain = (text: string): string =>
  text
    .replace(/<callout\b[^<>]*>([\s\S]*?)<\/callout>/g, (_, inside: string) => `\n${quoted(inside)}\n`)
    .replace(/<highlight\b[^<>]*>([\s\S]*?)<\/highlight>/g, '<mark>$1</mark>')
    .replace(/<comment\b[^<>]*>([\s\S]*?)<\/comment>/g, '$1')
    .replace(/^[ \t]*(?:<page>\s*)?<pageTitle>([\s\S]*?)<\/pageTitle>[ \t]*/gm, '\n### $1\n')
    .replace(/<content>([\s\S]*?)<\/content>/g, (_, inside: string) => `\n${dedented(inside)}\n`)
    .replace(/^[ \t]*<\/page>[ \t]*$/gm, '');

const quoted = (inside: string): string =>
  ['[!note]', ...inside.trim().split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n');

/** Without the indent that all lines share, which is no level of a list. */
function dedented(inside: string): string {
  const lines = inside.split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents, inside.length);
  return lines.map((line) => line.slice(shared)).join('\n');
}
