// Whole pages for devices that keep them: the shared document to write in, and how it reads.
import type { Ctx } from '../../core/kernel/context.ts';
import { files, fileUrl } from '../files/contract.ts';
import { pagePolicies, pages } from '../pages/contract.ts';
import { rooms } from '../rooms/contract.ts';
import { refuseSeen } from './delta/delta.ts';

export interface DeviceDocument {
  id: number;
  version: number;
  /** null: it has no text that is written together */
  epoch: string | null;
  schema_version: number | null;
  /** the document as one update, in base64 */
  state: string | null;
  html: string;
  /** whether the reader may write in it now */
  can_edit: boolean;
  files: { id: number; name: string; size: number; url: string }[];
}

/** Of these pages, those that the reader sees; the others are left out. */
export async function documentsOf(ctx: Ctx, ids: number[]): Promise<DeviceDocument[]> {
  refuseSeen(ctx);
  const seen = await ctx.use(pages).versions(ctx, ids);
  const found: DeviceDocument[] = [];
  for (const id of new Set(ids)) {
    const document = seen.has(id) ? await documentOf(ctx, id) : undefined;
    if (document) found.push(document);
  }
  return found;
}

async function documentOf(ctx: Ctx, id: number): Promise<DeviceDocument | undefined> {
  // First: reading the document brings what was written into the page.
  const document = await ctx.use(rooms).read(ctx, { kind: 'page', id });
  const whole = await ctx.use(pages).read(ctx, id);
  if (!whole) return undefined;
  return {
    id,
    version: whole.page.sync_version,
    epoch: document?.epoch ?? null,
    schema_version: document?.schema_version ?? null,
    state: document ? Buffer.from(document.state).toString('base64') : null,
    html: whole.html,
    can_edit: document !== undefined && (await ctx.app.access.allows(ctx, pagePolicies.edit, id)),
    files: await filesOn(ctx, id),
  };
}

async function filesOn(ctx: Ctx, pageId: number): Promise<DeviceDocument['files']> {
  const service = ctx.use(files);
  const readable = await service.readable(ctx, await service.references(ctx, pageId));
  const records = await service.byIds(ctx, [...readable]);
  return records.map((record) => ({ id: record.id, name: record.name, size: record.size, url: fileUrl(record) }));
}
