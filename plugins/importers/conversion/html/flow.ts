// Gathers what a stretch of markup says: running text into paragraphs, everything else as blocks between them.
import type { Block, Data, Inline, Mark } from '../../../blocks/block.ts';
import { joinText, orderMarks, textNode } from '../../../blocks/codec/inline.ts';
import { TEX_MAX } from '../../../blocks/inline-types.ts';
import { texLine } from './formula.ts';
import { squeezed } from './tree.ts';

/** Makes blocks of one page; remembers which marks of the source stand where. */
export class PageBuilder {
  /** name in the source → id of the block */
  readonly anchors: Record<string, string> = {};
  readonly losses: Record<string, number> = {};
  #waiting: string[] = [];
  #numbered = 0;

  loss(kind: string, times = 1): void {
    this.losses[kind] = (this.losses[kind] ?? 0) + times;
  }

  /** The next block is where links to this name lead. */
  anchor(name: string | undefined): void {
    if (name) this.#waiting.push(name);
  }

  /** A block; without an anchor it has no id yet. */
  block(type: string, data: Data = {}, content?: Inline[]): Block {
    return { id: this.#id(), type, data, ...(content && { content: trimmed(content) }) };
  }

  /** What was named behind the last block belongs to it. */
  settle(blocks: Block[]): void {
    const last = blocks.at(-1);
    if (!last || !this.#waiting.length) return;
    const id = last.id || `a${++this.#numbered}`;
    last.id = id;
    for (const name of this.#waiting.splice(0)) this.anchors[name] ??= id;
  }

  #id(): string {
    if (!this.#waiting.length) return '';
    const id = `a${++this.#numbered}`;
    for (const name of this.#waiting.splice(0)) this.anchors[name] ??= id;
    return id;
  }
}

/** Blocks in the order of the text. */
export class Flow {
  readonly page: PageBuilder;
  readonly blocks: Block[] = [];
  /** state of the box in front of the running text */
  checked: boolean | undefined;
  #run: Inline[] = [];
  #after: Block[] = [];

  constructor(page: PageBuilder) {
    this.page = page;
  }

  get hasText(): boolean {
    return this.#run.some((node) => node.type !== 'text' || node.text.trim() !== '');
  }

  /** Text as a browser shows it: white space is one space, and none at the start of a line. */
  text(text: string, marks: readonly Mark[]): void {
    const last = this.#run.at(-1);
    const spaced = squeezed(text);
    const starts = !last || last.type === 'hardBreak' || (last.type === 'text' && last.text.endsWith(' '));
    const shown = starts ? spaced.replace(/^ /, '') : spaced;
    if (shown) this.#run.push(textNode(shown, latest(marks)));
  }

  /** Text whose spaces count. */
  exact(text: string, marks: readonly Mark[]): void {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index) this.lineBreak();
      if (line) this.#run.push(textNode(line, latest(marks)));
    }
  }

  /** A formula within the line; it cannot be a link, so that the words of one stay text. */
  formula(tex: string, marks: readonly Mark[]): void {
    const line = texLine(tex);
    if (line.length > TEX_MAX || marks.some(({ type }) => type === 'link')) this.exact(`$${line}$`, marks);
    else if (line) this.#run.push({ type: 'math', tex: line });
  }

  lineBreak(): void {
    this.#run.push({ type: 'hardBreak' });
  }

  /** A day, as YYYY-MM-DD. */
  date(day: string): void {
    this.#run.push({ type: 'dateLink', date: day });
  }

  /** An emoji by its name. */
  emoji(name: string): void {
    if (/^[\w+-]{1,64}$/.test(name)) this.#run.push({ type: 'emoji', name });
    else this.text(name, []);
  }

  /** A box for a task: what follows is its text. */
  box(checked: boolean): void {
    if (this.hasText || this.checked !== undefined) this.flush();
    this.checked = checked;
  }

  /** A block between the paragraphs. */
  push(...blocks: Block[]): void {
    this.flush();
    this.blocks.push(...blocks);
  }

  /** A picture in running text stands behind its paragraph. */
  beside(block: Block): void {
    if (this.hasText) this.#after.push(block);
    else this.push(block);
  }

  /** A new line begins; a box that waits for its text is in front of it. */
  begin(): void {
    if (this.hasText) this.flush();
  }

  /** Ends the paragraph. */
  flush(): void {
    const content = trimmed(this.#run);
    const after = this.#after;
    this.#run = [];
    this.#after = [];
    if (content.length || this.checked !== undefined) {
      const [type, data] = this.checked === undefined ? ['paragraph', {}] : ['todo', { checked: this.checked }];
      this.blocks.push(this.page.block(type as string, data as Data, content));
      this.checked = undefined;
    }
    this.blocks.push(...after);
  }

  end(): Block[] {
    this.flush();
    return this.blocks;
  }
}

/** Of equal marks the innermost counts. */
function latest(marks: readonly Mark[]): Mark[] {
  return marks.length ? orderMarks([...new Map(marks.map((mark) => [mark.type, mark])).values()]) : [];
}

/** Without spaces and line breaks at either end. */
export function trimmed(content: Inline[]): Inline[] {
  const nodes = joinText(content);
  while (isBlank(nodes[0])) nodes.shift();
  while (isBlank(nodes.at(-1))) nodes.pop();
  const [first] = nodes;
  if (first?.type === 'text') nodes[0] = { ...first, text: first.text.replace(/^[ \t\u00a0]+/, '') };
  const last = nodes.at(-1);
  if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, text: last.text.replace(/[ \t\u00a0]+$/, '') };
  return nodes;
}

const isBlank = (node: Inline | undefined): boolean =>
  node?.type === 'hardBreak' || (node?.type === 'text' && node.text.trim() === '');

/** Blocks as one run of text, for places that hold nothing else, such as cells. */
export function asInline(blocks: Block[], page: PageBuilder, depth = 0): Inline[] {
  const nodes: Inline[] = [];
  for (const block of blocks) {
    const content = inlineOf(block, page, depth);
    if (content.length && nodes.length) nodes.push({ type: 'hardBreak' });
    nodes.push(...content);
    const inner = asInline(block.children ?? [], page, depth + 1);
    if (inner.length) nodes.push({ type: 'hardBreak' }, ...inner);
  }
  return joinText(nodes);
}

/** Pictures, films and the like as links, in their own words. */
function addressNode({ alt, title, name, caption, description }: Data, url: string): Inline {
  const words = [caption, alt, title, name, description].filter((one) => typeof one === 'string' && one);
  return textNode([...new Set(words)].join(', ') || url, [{ type: 'link', attrs: { href: url } }]);
}

const SIGNS: Record<string, string> = { bullet: '• ', numbered: '• ' };

function inlineOf({ type, content, data }: Block, page: PageBuilder, depth: number): Inline[] {
  const sign = type === 'todo' ? (data.checked ? '☑ ' : '☐ ') : (SIGNS[type] ?? '');
  if (content)
    return sign && content.length ? [textNode(`${'\u00a0\u00a0'.repeat(depth)}${sign}`), ...content] : content;
  if (type === 'code' || type === 'mermaid')
    return [
      textNode(
        String(data.text ?? data.source)
          .replace(/\s+/g, ' ')
          .trim(),
        [{ type: 'code' }],
      ),
    ];
  if (type === 'math') return String(data.tex).trim() ? [{ type: 'math', tex: String(data.tex) }] : [];
  if (type === 'divider') return [];
  if (typeof data.url === 'string') return [addressNode(data, data.url)];
  if (type === 'table') page.loss('nested_table');
  const rows = (data.rows ?? []) as unknown as { content: Inline[] }[][];
  return rows.flatMap((row, at) => [
    ...(at ? [{ type: 'hardBreak' } as const] : []),
    ...row.flatMap((cell, index) => [...(index ? [textNode(' | ')] : []), ...cell.content]),
  ]);
}
