// Properties of a note as a table of two columns on top of its page, with the links in them.
import { type Block, type Inline, newBlockId } from '../../blocks/block.ts';

/** What a link in a value turned out to be; null stays as it is written. */
export type ResolveLink = (target: string, label: string | undefined) => Inline | null;

const ROWS_MAX = 200;
const VALUE_MAX = 10_000;
const LINK = /\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]|(https?:\/\/[^\s<>"]{1,2000})/g;

const text = (value: string): Inline[] => (value ? [{ type: 'text', text: value }] : []);

/** The table, or undefined when there is nothing to show. */
export function propertyTable(properties: Record<string, unknown>, follow: ResolveLink): Block | undefined {
  const entries = Object.entries(properties).slice(0, ROWS_MAX);
  if (!entries.length) return undefined;
  const rows = entries.map(([name, value]) => [{ content: text(line(name)) }, { content: inline(value, follow) }]);
  return { id: newBlockId(), type: 'table', data: { header: { row: false, column: true }, rows: rows as never } };
}

const line = (value: string): string => value.replace(/\s+/g, ' ').trim().slice(0, VALUE_MAX).toWellFormed();

function inline(value: unknown, follow: ResolveLink): Inline[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((part) => part === null || typeof part !== 'object')) {
    const parts = value.filter((part) => part !== null && part !== '');
    return parts.flatMap((part, index) => [...(index ? text(', ') : []), ...linked(String(part), follow)]);
  }
  if (typeof value === 'object') {
    const json = line(JSON.stringify(value));
    return [{ type: 'text', text: json, marks: [{ type: 'code' }] }];
  }
  return linked(String(value), follow);
}

function linked(source: string, follow: ResolveLink): Inline[] {
  const value = line(source);
  const nodes: Inline[] = [];
  let rest = 0;
  for (const match of value.matchAll(LINK)) {
    const [whole, target, label, address] = match;
    const node: Inline | null = target
      ? follow(target.trim(), label?.trim())
      : { type: 'text', text: address as string, marks: [{ type: 'link', attrs: { href: address as string } }] };
    if (!node) continue;
    nodes.push(...text(value.slice(rest, match.index)), node);
    rest = match.index + whole.length;
  }
  return [...nodes, ...text(value.slice(rest))];
}
