// The blocks of a Logseq file by its lines: where each begins, how it looks, and how numbered ones are laid out.

export interface LogseqBlock {
  /** the line with which it begins */
  at: number;
  /** columns before its bullet, tabs counted as four */
  width: number;
  /** spaces that numbered blocks above add in front of its bullet, and of what is in it */
  outer: number;
  inner: number;
  isNumbered: boolean;
  /** level of the heading that it is made by a property, until a line of text has its signs */
  heading?: number;
  /** its background, as a colour of a highlight */
  color?: string;
  /** some text of it has the colour */
  isColored?: true;
}

const BULLET = /^(\s*)[-*+](?:\s|$)/;
const LOOKS = /^\s*(?:[-*+]\s+)?(background-color|hl-color|heading|logseq\.order-list-type)::\s*(.*?)\s*$/i;

/** Names, and the colours that older versions wrote in their place. */
const COLORS = new Map([
  ...['gray', 'red', 'yellow', 'green', 'blue', 'purple', 'pink'].map((name): [string, string] => [name, name]),
  ...Object.entries({ '#533e7d': 'purple', '#497d46': 'green', '#787f97': 'gray', '#978626': 'yellow' }),
  ...Object.entries({ '#49767b': 'blue', '#264c9b': 'blue', '#793e3e': 'red' }),
]);

/** Each line, and whether it is one of a fenced code. */
export function* withCode(lines: string[]): Generator<[line: string, isCode: boolean]> {
  let fence = '';
  for (const line of lines) {
    const mark = /^\s*(?:[-*+]\s+)?(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark && (!fence || line.trim() === fence)) fence = fence ? '' : mark;
    yield [line, Boolean(fence || mark)];
  }
}

const columns = (indent: string): number => indent.replaceAll('\t', '    ').length;

/** A bullet further to the left than a line begins another block. */
const isLess = (indent: string | undefined, line: string): boolean =>
  indent !== undefined && columns(indent) < columns(/^\s*/.exec(line)?.[0] ?? '');

/** The lines without what Logseq notes of the time spent on a block; how many of these drawers there were. */
export function withoutLogs(lines: string[]): { lines: string[]; logs: number } {
  const kept: string[] = [];
  let waiting: string[] | undefined;
  let logs = 0;
  for (const [line, isCode] of withCode(lines)) {
    if (!isCode && /^\s*:LOGBOOK:\s*$/i.test(line)) {
      // One that does not end is text.
      kept.push(...(waiting ?? []));
      waiting = [line];
    } else if (waiting && /^\s*:END:\s*$/i.test(line)) {
      waiting = undefined;
      logs += 1;
    } else if (waiting && !isLess(BULLET.exec(line)?.[1], waiting[0] as string)) waiting.push(line);
    else {
      kept.push(...(waiting ?? []), line);
      waiting = undefined;
    }
  }
  return { lines: [...kept, ...(waiting ?? [])], logs };
}

/** For each line the block that it is of; undefined in front of the first. */
export function blocksOfLines(lines: string[]): (LogseqBlock | undefined)[] {
  const open: LogseqBlock[] = [];
  const blocks: LogseqBlock[] = [];
  const found = [...withCode(lines)].map(([line, isCode], at) => {
    const indent = BULLET.exec(line)?.[1];
    if (indent !== undefined && (!isCode || /^\s*[-*+]\s+[`~]/.test(line))) {
      const width = columns(indent);
      while ((open.at(-1)?.width ?? -1) >= width) open.pop();
      open.push({ at, width, outer: 0, inner: 0, isNumbered: false });
      blocks.push(open.at(-1) as LogseqBlock);
    }
    const block = open.at(-1);
    if (block && !isCode) dress(block, line);
    return block;
  });
  shift(blocks);
  return found;
}

function dress(block: LogseqBlock, line: string): void {
  const [, name = '', value = ''] = LOOKS.exec(line) ?? [];
  if (!name) return;
  const key = name.toLowerCase();
  // `true` stands for a size that follows from the depth.
  if (key === 'heading') block.heading = value === 'true' ? (block.width >> 2) + 1 : Number(value) || undefined;
  else if (key === 'background-color' || key === 'hl-color') {
    const color = value.toLowerCase().replace(/^"(.*)"$/, '$1');
    block.color = COLORS.get(color) ?? 'unknown';
  } else if (value.toLowerCase() === 'number') block.isNumbered = true;
}

/** A number is one character longer than a bullet, so that what lies inside stands further to the right. */
function shift(blocks: LogseqBlock[]): void {
  const open: LogseqBlock[] = [];
  for (const block of blocks) {
    while ((open.at(-1)?.width ?? -1) >= block.width) open.pop();
    block.outer = open.at(-1)?.inner ?? 0;
    block.inner = block.outer + (block.isNumbered ? 1 : 0);
    open.push(block);
  }
}

/** Whether a line says nothing but how its block looks. */
export const isLook = (line: string, block: LogseqBlock | undefined): boolean => {
  const [, name = '', value = ''] = (block && LOOKS.exec(line)) ?? [];
  return name.toLowerCase() !== 'logseq.order-list-type' ? name !== '' : value.toLowerCase() === 'number';
};

/** A line of a block where it stands in a list with numbers. */
export function laidOut(line: string, block: LogseqBlock | undefined, isFirst: boolean): string {
  if (!block) return line;
  const space = isFirst ? block.outer : block.inner;
  // Spaces in front of a tab would move nothing.
  const tabs = new RegExp(`^\\t{0,${block.width >> 2}}`);
  const moved = space ? ' '.repeat(space) + line.replace(tabs, (found) => '    '.repeat(found.length)) : line;
  return isFirst && block.isNumbered ? moved.replace(/^(\s*)[-*+](?=\s|$)/, '$11.') : moved;
}

const TEXT = /^(\s*(?:[-*+]\s+)?(?:\[[ x]\]\s+)?(?:#{1,6}\s+)?)(\S.*?)(\s*)$/;

/** A line of text with the colour of its block; pictures, tables and code have none. */
export function colored(line: string, block: LogseqBlock | undefined): string {
  const [, before = '', text = '', after = ''] = (block?.color && TEXT.exec(line)) || [];
  if (!block || !text || block.color === 'unknown' || /^(?:!\[|[|><]|\$\$|:::|#\+|[-*+]$)/.test(text)) return line;
  block.isColored = true;
  return `${before}<mark data-color="${block.color}">${text}</mark>${after}`;
}

const UNHEADED = /^(\s*(?:[-*+]\s+)?)(?!\[[ x]\]\s|#{1,6}\s|!\[|[|><]|\$\$|:::|#\+|[-*+]$)(\S.*)$/;

/** The first line of text of a block that is a heading. */
export function headed(line: string, block: LogseqBlock | undefined): string {
  const [, before = '', text = ''] = (block?.heading && UNHEADED.exec(line)) || [];
  if (!block?.heading || !text) return line;
  const signs = '#'.repeat(Math.min(6, Math.max(1, block.heading)));
  block.heading = undefined;
  return `${before}${signs} ${text}`;
}
