// Writes a lossless archive: a table a file, a row a line, files under their numbers, and the manifest that seals them.
import { Readable } from 'node:stream';
import { type SealedManifest, type SealedZip, sealed } from '../../../core/files/manifest-zip.ts';
import { Problem } from '../../../core/http/problem.ts';
import { sortKey } from '../../../core/i18n/text-normalization.ts';
import type { FileRecord } from '../../files/contract.ts';
import { liveDocument } from '../../pages/contract.ts';
import type { Bundle } from '../export-source.ts';
import { RowSelection } from './row-selection.ts';
import { type ArchiveRow, archiveLine, byKey, translateRow } from './rows.ts';
import { archivedTable, archivedTables, type NamedTable } from './tables.ts';

export const ARCHIVE = 'commonplace-archive';
export const ARCHIVE_VERSION = 1;

export const openLosslessArchive = (bundle: Bundle): Promise<Readable> => sealed((zip) => write(bundle, zip));

async function write(bundle: Bundle, zip: SealedZip): Promise<Omit<SealedManifest, 'entries'>> {
  const { ctx } = bundle;
  // What people are writing at the moment is brought into the pages first.
  for (const id of (await ctx.find(liveDocument)?.among(ctx, [...bundle.nodes.keys()])) ?? []) {
    const node = bundle.nodes.get(id);
    if (node) await bundle.blocks(node);
  }
  const reach = await RowSelection.of(bundle);
  const counts: Record<string, number> = {};
  for (const table of archivedTables(ctx.app).filter(({ last }) => !last))
    counts[table.name] = await writeTable(bundle, reach, zip, table);
  counts.files = await writeFiles(bundle, reach, zip);
  counts.users = await writePeople(reach, zip);
  return { format: ARCHIVE, version: ARCHIVE_VERSION, scope: bundle.target.kind, whole: reach.whole, counts };
}

async function writeTable(bundle: Bundle, reach: RowSelection, zip: SealedZip, table: NamedTable): Promise<number> {
  let count = 0;
  const counted = (text: string): string => {
    count += 1;
    return text;
  };
  async function* lines(): AsyncGenerator<string> {
    for await (const row of reach.select(table)) {
      if (table.name === 'pages') await bundle.tick();
      const number = reach.of(table.name, row.id as number);
      const made =
        number === undefined ? undefined : translateRow(table, shown(bundle, reach, table, row), reach, 'out');
      if (made) yield counted(archiveLine(number, made));
    }
  }
  async function* sortedLines(key: readonly string[]): AsyncGenerator<string> {
    const rows: ArchiveRow[] = [];
    for await (const row of reach.select(table)) {
      const made = translateRow(table, row, reach, 'out');
      if (made) rows.push(made);
    }
    for (const row of rows.sort(byKey(key))) yield counted(archiveLine(undefined, row));
  }
  const content = Readable.from(table.key ? sortedLines(table.key) : lines(), { objectMode: false });
  await zip.add(`${table.name}.jsonl`, content);
  return count;
}

/** Rows as the archive may say them: a page is published only where it says how. */
function shown(bundle: Bundle, reach: RowSelection, table: NamedTable, row: ArchiveRow): ArchiveRow {
  if (table.name !== 'pages' || reach.published.has(row.id as number)) return ofPart(bundle, table, row);
  return { ...row, slug: null, is_published: 0 };
}

/** Pages that are exported by themselves lie in a workspace that says nothing of the real one. */
function ofPart(bundle: Bundle, { name }: NamedTable, row: ArchiveRow): ArchiveRow {
  const [root] = bundle.groups[0]?.roots ?? [];
  const { kind } = bundle.target;
  if (name !== 'workspaces' || kind === 'workspace' || kind === 'service' || !root) return row;
  const { title, created_at } = root;
  const named = { name: title, name_key: sortKey(title), slug: 'pages', icon: '', owner_id: null };
  return { ...row, ...named, created_at, updated_at: created_at, archived_at: null };
}

/** Contents first: a file that is gone from the storage is named and left out, and so is what says that it is there. */
async function writeFiles(bundle: Bundle, reach: RowSelection, zip: SealedZip): Promise<number> {
  const table = archivedTable(reach.ctx.app, 'files');
  const rows = new Map<number, ArchiveRow>();
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
    lines.set(number, archiveLine(number, { ...translateRow(table, row, reach, 'out'), extension }));
  }
  return writeInOrder(zip, 'files.jsonl', lines);
}

/** Addresses only where all of it is theirs: they are what people are known again by. */
async function writePeople(reach: RowSelection, zip: SealedZip): Promise<number> {
  const table = archivedTable(reach.ctx.app, 'users');
  const lines = new Map<number, string>();
  for await (const row of reach.select(table)) {
    const number = reach.of('users', row.id as number) as number;
    const made = translateRow(table, row, reach, 'out') as ArchiveRow;
    const shown = reach.whole ? made : { login: made.login, full_name: made.full_name };
    lines.set(number, archiveLine(number, shown));
  }
  return writeInOrder(zip, 'users.jsonl', lines);
}

async function writeInOrder(zip: SealedZip, path: string, lines: Map<number, string>): Promise<number> {
  const sorted = [...lines].sort(([a], [b]) => a - b).map(([, text]) => text);
  await zip.add(path, Readable.from(sorted, { objectMode: false }));
  return sorted.length;
}
