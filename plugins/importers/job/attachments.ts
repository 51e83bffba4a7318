// Files of a source: stored before any transaction, known again by their content.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LocalFile } from '../../../core/files/local-file.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type FileRecord, files, mediaKind } from '../../files/contract.ts';
import type { SourceEntry } from '../contract.ts';
import type { FileBlock } from '../conversion/links.ts';
import { cannotRead } from '../reading/error-reason.ts';
import { type ItemRow, itemStore } from '../store.ts';
import type { JobContext } from './job-context.ts';
import type { PlannedFile } from './plan.ts';

const MIB = 1_048_576;
const BATCH = 50;
/** Bytes. */
const STREAMED_FROM = 4 * MIB;
const COPIED_FROM = 65_536;

/** Ids that a dry run gives to what it would make. */
export const IMAGINED = 1_500_000_000;

export interface StoredFile {
  planned: PlannedFile;
  block: FileBlock;
  fingerprint: string;
  /** the content differs from that of the last import */
  changed: boolean;
}

/** Stores all files that can be read; the rest is reported. Equal content is stored once. */
export async function storeFiles(run: JobContext, planned: PlannedFile[]): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  let waiting: ItemRow[] = [];
  const save = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (!rows.length || run.job.dry_run) return;
    await run.ctx.tx((tx) => itemStore.save(tx, rows));
    run.known.remember(rows);
  };
  for (const [index, file] of planned.entries()) {
    await run.pulse.tick({ phase: 'files', done: index, total: planned.length });
    const made = await storeFile(run, file);
    if (!made) continue;
    stored.set(file.id, made);
    const { fingerprint, block } = made;
    if (made.changed) waiting.push(run.known.record(file.id, { kind: 'file', file_id: block.fileId, fingerprint }));
    if (waiting.length >= BATCH) await save();
  }
  await save();
  return stored;
}

async function storeFile(run: JobContext, planned: PlannedFile): Promise<StoredFile | undefined> {
  const { ctx, report, known } = run;
  const limit = ctx.app.settings.UPLOAD_MAX_MB * MIB;
  if (planned.entry.size > limit) {
    report.warn(
      planned.path,
      'too_large',
      `The file has more than ${ctx.app.settings.UPLOAD_MAX_MB} MiB; it was left out.`,
    );
    return undefined;
  }
  let fingerprint: string;
  let open: () => Promise<Content>;
  try {
    open = await opener(planned.entry);
    fingerprint = await hashOf(await open());
  } catch (error) {
    report.warn(planned.path, 'unreadable', cannotRead(error));
    return undefined;
  }
  const before = known.get(planned.id)?.row;
  const kept = before?.fingerprint === fingerprint && before.file_id ? await recordOf(run, before.file_id) : undefined;
  if (kept) return { planned, fingerprint, changed: false, block: blockOf(kept) };
  const record = run.job.dry_run
    ? { id: IMAGINED + 500_000_000 + run.imagine(), mime: '', name: planned.entry.name }
    : await run.keepFile(await open(), planned.entry.name).catch((error) => refusedFile(run, planned.path, error));
  return record && { planned, fingerprint, changed: true, block: blockOf(record) };
}

type Content = Readable | Buffer | LocalFile;

async function hashOf(content: Content): Promise<string> {
  const hash = createHash('sha256');
  if (Buffer.isBuffer(content)) hash.update(content);
  else for await (const piece of content instanceof LocalFile ? content.pieces() : content) hash.update(piece);
  return hash.digest('base64url');
}

/** As the file is known by it once it is stored. */
export const contentHashOf = async (entry: SourceEntry): Promise<string> => hashOf(await (await opener(entry))());

/** A small file is read once; a large one is read again when it is stored, and never lies in memory as a whole. */
async function opener(entry: SourceEntry): Promise<() => Promise<Content>> {
  const { file, size } = entry;
  if (file !== undefined && size > COPIED_FROM) return async () => new LocalFile(file);
  if (entry.stream && size > STREAMED_FROM) return () => (entry.stream as () => Promise<Readable>)();
  const bytes = await entry.bytes();
  return async () => bytes;
}

/** A full disk ends the import; anything else concerns this file only. */
export function refusedFile(run: JobContext, path: string, error: unknown): undefined {
  if (!(error instanceof Problem) || error.code === 'storage_full') throw error;
  run.report.warn(path, 'not_saved', error.message);
  return undefined;
}

async function recordOf({ ctx }: JobContext, id: number): Promise<FileRecord | undefined> {
  const [record] = await ctx.use(files).byIds(ctx, [id]);
  return record;
}

const blockOf = ({ id, mime, name }: Pick<FileRecord, 'id' | 'mime' | 'name'>): FileBlock => ({
  fileId: id,
  kind: mediaKind(mime),
  name: name.replace(/[\r\n]+/g, ' '),
});
