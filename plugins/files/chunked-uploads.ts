// Large files that come in parts: what has arrived is kept through lost connections and restarts for a day.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { HEAD_BYTES, sniff } from '../../core/files/file-response.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { FileRecord, PartUploads, Upload } from './contract.ts';
import { checkPicture } from './image-check.ts';
import { maxBytesOf } from './multipart.ts';
import { requireStorage, storeFile } from './service.ts';
import { uploadStore } from './store.ts';

/** Where the header of a picture ends at the latest. */
const HEADER_BYTES = 1_048_576;

async function begin(
  ctx: Ctx,
  { name, size, workspaceId }: Pick<Upload, 'name' | 'size'> & { workspaceId: number },
): Promise<Upload> {
  const maxBytes = maxBytesOf(ctx.app);
  if (size > maxBytes) throw new Problem('payload_too_large', `Files may have at most ${maxBytes} bytes.`);
  return ctx.tx(async (tx) => {
    await requireStorage(tx, workspaceId, size);
    const row = { id: randomUUID(), user_id: userOf(tx).id, workspace_id: workspaceId, name, size, received: 0 };
    await uploadStore.insert(tx, { ...row, updated_at: tx.now() });
    return row;
  });
}

/** Uploads with which this process is busy: of two parts at one place the second must not touch what the first wrote. */
const busy = new Set<string>();

/** Of several who do something with the parts of an upload at once, the first does. @throws Problem conflict */
async function alone<T>({ id }: Upload, work: () => Promise<T>): Promise<T> {
  if (busy.has(id)) throw new Problem('conflict', 'Another part is being received; ask how far the upload is.');
  busy.add(id);
  try {
    return await work();
  } finally {
    busy.delete(id);
  }
}

/** What arrived before a connection was cut counts: the client goes on behind it. */
async function write(ctx: Ctx, upload: Upload, offset: number, content: Readable): Promise<number> {
  // Another part may have come since access looked.
  const next = (await uploadStore.byId(ctx, upload.id))?.received;
  if (offset !== next) throw new Problem('conflict', `The next part begins at ${next ?? 0}.`);
  const { written, error } = await ctx.app.storage.appendPart(upload.id, content, offset, upload.size);
  const received = offset + written;
  const isNext = await ctx.tx((tx) => uploadStore.advance(tx, upload.id, offset, received));
  if (error) throw error;
  if (!isNext) throw new Problem('conflict', 'Another part was received meanwhile; ask how far the upload is.');
  return received;
}

async function finish(ctx: Ctx, upload: Upload): Promise<FileRecord> {
  if (upload.received !== upload.size)
    throw invalid(['path', 'upload_id'], `has ${upload.received} of ${upload.size} bytes`, 'value_error');
  const { storage } = ctx.app;
  const head = await storage.partHead(upload.id, HEADER_BYTES);
  const { mime, extension } = sniff(head.subarray(0, HEAD_BYTES));
  checkPicture(head);
  const stored = await storage.adoptPart(upload.id, extension);
  try {
    return await storeFile(ctx, { ...stored, mime }, { name: upload.name, workspaceId: upload.workspace_id });
  } finally {
    await ctx.tx((tx) => uploadStore.remove(tx, upload.id));
  }
}

async function cancel(ctx: Ctx, upload: Upload): Promise<void> {
  await ctx.tx((tx) => uploadStore.remove(tx, upload.id));
  await ctx.app.storage.dropPart(upload.id);
}

export const partUploadService: PartUploads = {
  begin,
  append: (ctx, upload, offset, content) => alone(upload, () => write(ctx, upload, offset, content)),
  finish: (ctx, upload) => alone(upload, () => finish(ctx, upload)),
  cancel,
};

/** Forgets uploads nobody went on with for a day; their parts go with what else lies half written. */
export const purgeUploads = (ctx: Ctx): Promise<unknown> =>
  ctx.tx((tx) => uploadStore.removeOlder(tx, daysAgo(ctx, 1)));
