// Use cases of files: store once, read by those who read a page that refers to it, clean up what nobody needs.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { blobHolders, HEAD_BYTES, isRasterImage, sniff } from '../../core/files/file-response.ts';
import { LocalFile } from '../../core/files/local-file.ts';
import type { StoredBlob } from '../../core/files/storage.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { DAY, daysAgo } from '../../core/i18n/calendar-date.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type FileInput, type FileRecord, type Files, fileUrl, readableFiles, readablePages } from './contract.ts';
import { checkPicture } from './image-check.ts';
import { scaled } from './image-resize.ts';
import { fileStore } from './store.ts';

const unreadable = (fileId: number) =>
  invalid(['body', 'blocks'], 'names a file that does not exist or is not visible to you', 'value_error', fileId);

const MIB = 1_048_576;
const QUOTA_LOCK = 7_000_000;

/** Only inside `tx`: of two uploads at the same moment, one waits and sees what the other took. @throws Problem storage_full */
export async function requireStorage(ctx: Ctx, workspaceId: number, size: number): Promise<void> {
  const quota = await ctx.use(workspaces).quotaOf(ctx, workspaceId);
  if (!quota) return;
  await ctx.dialect.advisoryLock(ctx.db as never, QUOTA_LOCK + workspaceId);
  if ((await fileStore.used(ctx, workspaceId)) + size <= quota * MIB) return;
  throw new Problem(
    'storage_full',
    `The files of a workspace can take up ${quota} MiB in total, and this one no longer fits. Delete some forever, which frees space within two days, or ask an administrator for more.`,
  );
}

/** Narrows a query over `files` to what the actor may read: own uploads, files of readable pages, and what is held for few. */
async function narrow(ctx: Ctx, query: Knex.QueryBuilder): Promise<void> {
  if (ctx.actor.type === 'system') return;
  const pages = await Promise.all(ctx.app.contributions(readablePages).map((ask) => ask(ctx)));
  const more = await Promise.all(ctx.app.contributions(readableFiles).map((ask) => ask(ctx)));
  fileStore.narrow(ctx, query, actorId(ctx), {
    pages: pages.map(({ ids }) => ids),
    files: more.flatMap((one) => one?.ids ?? []),
  });
}

/** Files the actor may read, newest first; avatars belong to no workspace and are left out. */
export async function listFiles(ctx: Ctx, workspaceId: number | undefined, limit: number, offset: number) {
  const query = fileStore.inWorkspaces(ctx, workspaceId);
  await narrow(ctx, query);
  return fileStore.page(query, limit, offset);
}

/** @throws Problem conflict while a page, an emoji or anything else shows the file */
export async function removeFile(ctx: Ctx, id: number): Promise<void> {
  const filename = await ctx.tx((tx) => fileStore.removeUnheld(tx, id));
  if (!filename) throw new Problem('conflict', 'The file is in use; remove it from the pages that show it first.');
  await ctx.app.storage.delete(filename);
}

/**
 * Makes a stored blob a file, or drops it for the same one of the same uploader.
 * @throws Problem storage_full; then the blob is gone
 */
export async function storeFile(
  ctx: Ctx,
  stored: StoredBlob & { mime: string },
  { name, workspaceId }: { name: string; workspaceId: number },
): Promise<FileRecord> {
  const same = {
    workspace_id: workspaceId,
    sha256: stored.sha256,
    created_by: actorId(ctx),
    name: name.slice(0, 255),
  };
  let record: FileRecord | undefined;
  try {
    record = await ctx.tx(async (tx) => {
      const known = await fileStore.renew(tx, same);
      if (known) return known;
      await requireStorage(tx, workspaceId, stored.size);
      return fileStore.insert(tx, { ...same, ...stored, created_at: tx.now() });
    });
  } finally {
    // Not kept: the transaction failed, or the same content is there already.
    if (record?.filename !== stored.filename) await ctx.app.storage.delete(stored.filename);
  }
  return record;
}

/** How a content begins, and all of it. */
async function begun(content: FileInput['content']): Promise<{ head: Buffer; whole: FileInput['content'] }> {
  if (Buffer.isBuffer(content)) return { head: content, whole: content };
  if (content instanceof LocalFile) return { head: await content.head(HEAD_BYTES), whole: content };
  const pieces: Buffer[] = [];
  const reading = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let size = 0; size < HEAD_BYTES; ) {
    const { value, done } = await reading.next();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  const head = Buffer.concat(pieces);
  async function* whole() {
    if (head.length) yield head;
    yield* { [Symbol.asyncIterator]: () => reading };
  }
  return { head, whole: Readable.from(whole(), { objectMode: false }) };
}

export const fileService: Files = {
  checkPicture,
  scaled,
  thumbnail,
  async store(ctx, { content, name, workspaceId, maxBytes }) {
    const { head, whole } = await begun(content);
    const { mime, extension } = sniff(head.subarray(0, HEAD_BYTES));
    const stored = await ctx.app.storage.put(whole, extension, maxBytes);
    return storeFile(ctx, { ...stored, mime }, { name, workspaceId });
  },
  byIds: (ctx, ids) => (ids.length ? fileStore.byIds(ctx, ids) : Promise.resolve([])),
  async byUrl(ctx, url) {
    const record = await fileStore.byName(ctx, url.split('/').at(-1) ?? '');
    return record && fileUrl(record) === url ? record : undefined;
  },
  async readable(ctx, ids) {
    if (!ids.length) return new Set();
    const query = fileStore.among(ctx, ids);
    await narrow(ctx, query);
    return new Set(await query.pluck('files.id'));
  },
  async setReferences(ctx, pageId, fileIds) {
    const before = await fileStore.referencesOf(ctx, pageId);
    const gone = before.filter((id) => !fileIds.includes(id));
    const fresh = fileIds.filter((id) => !before.includes(id));
    if (gone.length) await fileStore.removeReferences(ctx, pageId, gone);
    if (fresh.length) await fileStore.addReferences(ctx, pageId, fresh);
  },
  async addReferences(ctx, named) {
    const ids = [...new Set(named.flatMap(({ fileIds }) => fileIds))];
    if (!ids.length) return;
    const readable = await fileService.readable(ctx, ids);
    const hidden = ids.find((id) => !readable.has(id));
    if (hidden !== undefined) throw unreadable(hidden);
    const rows = named.flatMap(({ pageId, fileIds }) => fileIds.map((file_id) => ({ file_id, page_id: pageId })));
    await fileStore.insertReferences(ctx, rows);
  },
  references: (ctx, pageId) => fileStore.referencesOf(ctx, pageId),
  referrers: fileStore.referrers,
  async shownBy(ctx, pageIds) {
    const found = new Set<number>();
    for (const some of portions(pageIds)) for (const id of await fileStore.referencesOfAll(ctx, some)) found.add(id);
    return [...found];
  },
  totals: fileStore.totals,
  sizes: fileStore.sizes,
  bytesPerDay: fileStore.bytesPerDay,
  async discard(ctx, ids, since) {
    const gone: string[] = [];
    for (const some of portions(ids)) gone.push(...(await fileStore.removeUnused(ctx, some, since)));
    ctx.afterCommit(async () => {
      for (const filename of gone) await ctx.app.storage.delete(filename);
    });
  },
  async onlyOf(ctx, pageIds, workspaceId) {
    const records = await fileStore.onlyOf(ctx, pageIds);
    return records.filter((record) => record.workspace_id !== workspaceId);
  },
  async rehome(ctx, records, workspaceId) {
    const size = records.reduce((sum, record) => sum + record.size, 0);
    if (size) await requireStorage(ctx, workspaceId, size);
    for (const some of portions(records.map(({ id }) => id))) await fileStore.setWorkspace(ctx, some, workspaceId);
    return records.map((record) => ({
      before: fileUrl(record),
      after: fileUrl({ ...record, workspace_id: workspaceId }),
    }));
  },
};

/** A picture in a smaller form. @throws Problem not_found for what is no picture or cannot be drawn */
export async function thumbnail(ctx: Ctx, { filename, mime }: FileRecord, edge: number): Promise<Buffer> {
  if (!isRasterImage(mime)) throw notFound();
  const { storage } = ctx.app;
  const make = async () => scaled(await buffer(await storage.read(filename)), { edge });
  return storage.derived(filename, `${edge}.webp`, make).catch((error) => {
    throw error instanceof Problem ? notFound() : error;
  });
}

/** Removes records a day after the last reference went, then their blobs, then blobs that never got a record or a whole content. */
export async function purgeFiles(ctx: Ctx): Promise<void> {
  const before = daysAgo(ctx, 1);
  for (;;) {
    const gone = await ctx.tx((tx) => fileStore.removeOrphans(tx, before));
    if (!gone.length) break;
    for (const filename of gone) await ctx.app.storage.delete(filename);
  }
  await ctx.app.storage.sweepIncoming(DAY);
  await ctx.app.storage.sweepDerived();
  for await (const { filename, ageMs } of ctx.app.storage.list()) {
    if (ageMs > DAY && !(await isKept(ctx, filename))) await ctx.app.storage.delete(filename);
  }
}

async function isKept(ctx: Ctx, filename: string): Promise<boolean> {
  if ((await fileStore.known(ctx, [filename])).length) return true;
  const held = await Promise.all(ctx.app.contributions(blobHolders).map((ask) => ask(ctx, [filename])));
  return held.flat().length > 0;
}
