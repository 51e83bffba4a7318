// JSON files: lists of objects and objects of objects as databases, other documents as pages, bases of Airtable with their types.
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { isExact } from '../spreadsheet/sheet.ts';
import { airtableItems, isAirtable } from './airtable.ts';
import { jsonItems } from './generic.ts';

const LINES = ['.ndjson', '.jsonl'];

const importer: Importer = {
  kind: 'importer',
  name: 'json',
  title: 'JSON (lists, objects, Airtable)',
  accepts: ['.json', ...LINES, '.zip', 'folder'],
  async *read(source) {
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (pathEnding(entry.path) === '.json' || LINES.includes(pathEnding(entry.path))) yield* documentItems(entry);
      else others.push(entry);
    yield* fileItems(others);
  },
};

export default importer;

async function* documentItems(entry: SourceEntry): AsyncGenerator<Item> {
  const text = await entry.text();
  const title = stemOf(entry.path);
  let value: unknown;
  try {
    const parse = LINES.includes(pathEnding(entry.path)) ? linesOf : JSON.parse;
    value = parse(text);
    if (isTooDeep(value)) throw new Error(`it nests more than ${DEPTH_MAX} levels deep`);
    if (LONG_NUMBER.test(text)) value = parse(text, exact);
  } catch (error) {
    const because = `It cannot be read as JSON: ${(error as Error).message.slice(0, 300)}.`;
    yield { type: 'problem', at: entry.path, kind: 'unreadable', because };
    yield { type: 'file', id: entry.path, entry };
    return;
  }
  if (isAirtable(value)) return yield* airtableItems(entry.path, value);
  let isShown = true;
  for (const item of jsonItems(entry.path, title, value)) {
    if (item.type === 'problem' && item.kind === 'too_large') isShown = false;
    yield item;
  }
  if (!isShown) yield { type: 'file', id: `${entry.path}#file`, entry };
}

const LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** A number that would lose digits stays the text that it is; keys of other services are as long as that. */
const exact: Reviver = (_key, value, { source } = {}) =>
  typeof value === 'number' && source !== undefined && !isExact(source) ? source : value;

/** What is nested deeper than requests may be; looked at without going down by calls. */
const DEPTH_MAX = 100;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length; depth++) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((one) => (one && typeof one === 'object' ? Object.values(one) : []));
  }
  return false;
}

const linesOf = (text: string, reviver?: Reviver): unknown[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line, reviver) as unknown);
