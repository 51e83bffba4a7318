// Writes a lossless archive: a table a file, a row a line, files under their numbers, and the manifest that seals them.
import { Readable } from 'node:stream';
import { type SealedManifest, type SealedZip, sealed } from '../../../core/files/manifest-zip.ts';
import { Problem } from '../../../core/http/problem.ts';
import { sortKey } from '../../../core/i18n/text-normalization.ts';
import type { FileRecord } from '../../files/contract.ts';
import { liveDocument } from '../../pages/contract.ts';
import type { Bundle } from '../export-source.ts';
import { Reach } from './row-selection.ts';
import { across, byKey, line, type Row } from './rows.ts';
import { archivedTable, archivedTables, type NamedTable } from './tables.ts';

export const ARCHIVE = 'commonplace-archive';
export const VERSION = 1;

export const open = (bundle: Bundle): Promise<Readable> => sealed((zip) => write(bundle, zip));

async function write(bundle: Bundle, zip: SealedZip): Promise<Omit<SealedManifest, 'entries'>> {
  const { ctx } = bundle;
  // What people are writing at the moment is brought into the pages first.
  for (const document of ctx.app.contributions(liveDocument))
    for (const id of await document.among(ctx, [...bundle.nodes.keys()])) {
      const node = bundle.nodes.get(id);
      if (node) await bundle.blocks(node);
    }
  const reach = await Reach.of(bundle);
  const counts: Record<string, number> = {};
  for (const table of archivedTables(ctx.app).filter(({ last }) => !last))
    counts[table.name] = await writeTable(bundle, reach, zip, table);
  counts.files = await writeFiles(bundle, reach, zip);
  counts.users = await writePeople(reach, zip);
  return { format: ARCHIVE, version: VERSION, scope: bundle.target.kind, whole: reach.whole, counts };
}

async function writeTable(bundle: Bundle, reach: Reach, zip: SealedZip, table: NamedTable): Promise<number> {
  let count = 0;
  const counted = (text: string): string => {
    count += 1;
    return text;
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const row of reach.select(table)) {
      if (table.name === 'pages') await bundle.tick();
      const number = reach.of(table.name, row.id as number);
      const made = number === undefined ? undefined : across(table, shown(bundle, reach, table, row), reach, 'out');
      if (made) yield counted(line(number, made));
    }
  }
  async function* sortedLines(key: readonly string[]): AsyncGenerator<string> {
    const rows: Row[] = [];
    for await (const row of reach.select(table)) {
      const made = across(table, row, reach, 'out');
      if (made) rows.push(made);
    }
    for (const row of rows.sort(byKey(key))) yield counted(line(undefined, row));
  }
  const content = Readable.from(table.key ? sortedLines(table.key) : lines(), { objectMode: false });
  await zip.add(`${table.name}.jsonl`, content);
  return count;
}

/** Rows as the archive may say them: a page is published only where it says how. */
function shown(bundle: Bundle, reach: Reach, table: NamedTable, row: Row): Row {
  if (table.name !== 'pages' || reach.published.has(row.id as number)) return ofPart(bundle, table, row);
  return { ...row, slug: null, is_published: 0 };
}

/** Pages that are exported by themselves lie in a workspace that says nothing of the real one. */
function ofPart(bundle: Bundle, { name }: NamedTable, row: Row): Row {
  const [root] = bundle.groups[0]?.roots ?? [];
  const { kind } = bundle.target;
  if (name !== 'workspaces' || kind === 'workspace' || kind === 'service' || !root) return row;
  const { title, created_at } = root;
  const named = { name: title, name_key: sortKey(title), slug: 'pages', icon: '', owner_id: null };
  return { ...row, ...named, created_at, updated_at: created_at, archived_at: null };
}

/** Contents first: a file that is gone from the storage is named and left out, and so is what says that it is there. */
async function writeFiles(bundle: Bundle, reach: Reach, zip: SealedZip): Promise<number> {
  const table = archivedTable(reach.ctx.app, 'files');
  const rows = new Map<number, Row>();
  for await (const row of reach.select(table)) rows.set(reach.of('files', row.id as number) as number, row);
  const lines = new Map<number, string>();
  for (const [number, row] of [...rows].sort(([a], [b]) => a - b)) {
    await bundle.tick();
    try {
      await zip.add(`files/${number}`, await bundle.read(row as unknown as FileRecord));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      bundle.warnings.push({ item: String(row.name), reason: error.message });
      continue;
    }
    const [, extension] = String(row.filename).split('.');
    lines.set(number, line(number, { ...across(table, row, reach, 'out'), extension }));
  }
  return writeInOrder(zip, 'files.jsonl', lines);
}

/** Addresses only where all of it is theirs: they are what people are known again by. */
async function writePeople(reach: Reach, zip: SealedZip): Promise<number> {
  const table = archivedTable(reach.ctx.app, 'users');
  const lines = new Map<number, string>();
  for await (const row of reach.select(table)) {
    const number = reach.of('users', row.id as number) as number;
    const made = across(table, row, reach, 'out') as Row;
    const shown = reach.whole ? made : { login: made.login, full_name: made.full_name };
    lines.set(number, line(number, shown));
  }
  return writeInOrder(zip, 'users.jsonl', lines);
}

async function writeInOrder(zip: SealedZip, path: string, lines: Map<number, string>): Promise<number> {
  const sorted = [...lines].sort(([a], [b]) => a - b).map(([, text]) => text);
  await zip.add(path, Readable.from(sorted, { objectMode: false }));
  return sorted.length;
}
