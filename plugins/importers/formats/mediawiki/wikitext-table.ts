// Tables of wikitext: `{|`, rows that begin with `|-`, cells with `|` and `!`, each with attributes of its own.

interface Readers {
  inline(text: string): string;
  /** what stands on several lines in a cell */
  blocks(text: string): string;
}

/** Lines in which a table begins → those in which it ends; one without an end is none. */
export function tablesIn(lines: string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [at, line] of lines.entries())
    if (/^[\s:]*\{\|/.test(line)) open.push(at);
    else if (open.length && /^\s*\|\}/.test(line)) ends.set(open.pop() as number, at);
  return ends;
}

interface Cell {
  tag: string;
  lines: string[];
}

export function wikiTableHtml(lines: string[], readers: Readers): string {
  const rows: Cell[][] = [[]];
  let caption = '';
  let cell: Cell | undefined;
  let nested = 0;
  for (const line of lines.slice(1, -1)) {
    const [, sign = '', rest = ''] = nested ? [] : (/^\s*(\|-|\|\+|\||!)(.*)$/.exec(line) ?? []);
    if (/^[\s:]*\{\|/.test(line)) nested++;
    if (nested && /^\s*\|\}/.test(line)) nested--;
    if (sign === '|-') {
      rows.push([]);
      cell = undefined;
    } else if (sign === '|+') caption = `<caption>${readers.inline(contentOf(rest))}</caption>`;
    else if (sign) {
      const cells = cellsIn(sign, rest);
      rows.at(-1)?.push(...cells);
      cell = cells.at(-1);
    } else cell?.lines.push(line);
  }
  const behind = (lines.at(-1) ?? '').replace(/^\s*\|\}/, '');
  const body = rows
    .filter((row) => row.length)
    .map((row) => `<tr>${row.map((one) => cellHtml(one, readers)).join('')}</tr>`);
  return `<table>${caption}${body.join('')}</table>${behind.trim() ? `<p>${readers.inline(behind)}</p>` : ''}`;
}

function cellsIn(sign: string, text: string): Cell[] {
  const tag = sign === '!' ? 'th' : 'td';
  return outsideLinks(text, sign === '!' ? /\|\||!!/g : /\|\|/g).map((part) => ({ tag, lines: [part] }));
}

/** Bars inside links part nothing. */
function outsideLinks(text: string, bars: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: bar } of text.matchAll(bars)) {
    const before = text.slice(from, index);
    if (before.lastIndexOf('[[') > before.lastIndexOf(']]')) continue;
    parts.push(before);
    from = index + bar.length;
  }
  return [...parts, text.slice(from)];
}

/** `attributes | content`. */
function partsOf(text: string): { attributes: string; content: string } {
  const [, attributes = '', content = ''] = /^([^|[\n]*)\|(?!\|)([\s\S]*)$/.exec(text) ?? [];
  return attributes.includes('=') ? { attributes, content } : { attributes: '', content: text };
}

const contentOf = (text: string): string => partsOf(text).content.trim();

function cellHtml({ tag, lines }: Cell, { inline, blocks }: Readers): string {
  const { attributes, content } = partsOf(lines.join('\n'));
  const spans = [...attributes.matchAll(/\b(colspan|rowspan)\s*=\s*["']?(\d{1,4})/gi)];
  const written = spans.map(([, name, count]) => ` ${name?.toLowerCase()}="${count}"`).join('');
  const text = content.trim();
  return `<${tag}${written}>${text.includes('\n') ? blocks(text) : inline(text)}</${tag}>`;
}
