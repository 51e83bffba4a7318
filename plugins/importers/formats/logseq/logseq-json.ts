// Logseq's export of a graph as JSON: its pages in the words of the files that a graph has on disk.
import { journalDay } from './logseq.ts';

interface JsonBlock {
  id?: string;
  'page-name'?: string;
  properties?: Record<string, unknown>;
  format?: string;
  content?: string;
  children?: JsonBlock[];
}

export interface GraphPage {
  name: string;
  /** of a journal */
  day?: string;
  text: string;
  isOrg: boolean;
}

const REFERENCE = /\(\(([0-9a-f-]{36})\)\)/gi;

/** Undefined when the text is no such export. @throws SyntaxError when it is no JSON */
export function graphPages(text: string): GraphPage[] | undefined {
  const { version, blocks } = (JSON.parse(text) ?? {}) as { version?: unknown; blocks?: JsonBlock[] };
  if (typeof version !== 'number' || !Array.isArray(blocks)) return undefined;
  const named = new Set([...text.matchAll(REFERENCE)].map(([, id]) => (id as string).toLowerCase()));
  return blocks.flatMap((page) => {
    const name = page?.['page-name'];
    if (typeof name !== 'string') return [];
    const day = dayOf(name);
    const isOrg = page.format === 'org' || (page.children ?? []).some(({ format }) => format === 'org');
    const writer = new PageWriter(named, isOrg);
    return [{ name, isOrg, text: writer.text(page), ...(day && { day }) }];
  });
}

/** Journals are called `Dec 29th, 2020` unless somebody chose another form. */
function dayOf(name: string): string | undefined {
  const [, month, day, year] = /^([A-Z][a-z]{2,8}) (\d{1,2})(?:st|nd|rd|th), (\d{4})$/.exec(name) ?? [];
  const time = Date.parse(`${day} ${month} ${year} UTC`);
  return journalDay(Number.isNaN(time) ? name : new Date(time).toISOString().slice(0, 10));
}

/** Writes the lines of one page. */
class PageWriter {
  readonly #named: ReadonlySet<string>;
  readonly #isOrg: boolean;
  readonly #lines: string[] = [];

  /** @param named ids of blocks to which something refers */
  constructor(named: ReadonlySet<string>, isOrg: boolean) {
    this.#named = named;
    this.#isOrg = isOrg;
  }

  text({ properties = {}, children = [] }: JsonBlock): string {
    for (const [name, value] of Object.entries(properties ?? {})) this.#lines.push(`${name}:: ${wordsOf(value)}`);
    this.#lines.push('');
    for (const child of children) {
      // The block that holds the properties of the page in a file says nothing else.
      const isHead = child.content === '' && !child.children?.length && child === children[0];
      if (!isHead) this.#block(child, 1);
    }
    return this.#lines.join('\n');
  }

  #block({ id = '', content = '', properties = {}, children = [] }: JsonBlock, depth: number): void {
    const [first = '', ...rest] = content.split('\n');
    const [marker, inside] = this.#isOrg
      ? ['*'.repeat(depth), '']
      : [`${'\t'.repeat(depth - 1)}-`, '\t'.repeat(depth - 1)];
    this.#lines.push(`${marker} ${first}`.trimEnd());
    const below = [
      ...rest,
      ...Object.entries(properties ?? {}).map(([name, value]) => `${name}:: ${wordsOf(value)}`),
      ...(this.#named.has(id.toLowerCase()) && !/^\s*:?id:/m.test(content) ? [`id:: ${id}`] : []),
    ];
    for (const line of below) this.#lines.push(line && !this.#isOrg ? `${inside}  ${line}` : line);
    for (const child of children) this.#block(child, depth + 1);
  }
}

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'string' ? value.replace(/\s*\n\s*/g, ' ') : JSON.stringify(value);
};
