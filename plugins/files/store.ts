// SQL of file records and of the pages that refer to them.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { dailySums } from '../../core/events/daily-sums.ts';
import type { FileRecords } from '../../core/files/file-records.ts';
import { fileHolders } from '../../core/files/file-response.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { FileRecord, Upload } from './contract.ts';

/** Files that nothing holds. */
function unheld(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('files');
  for (const leaveOut of ctx.app.contributions(fileHolders)) leaveOut(ctx, query);
  return query;
}

const orphans = (ctx: Ctx, before: string): Knex.QueryBuilder => unheld(ctx).where('created_at', '<', before);

export const fileStore = {
  /** leaves out of a query over `files` what pages refer to */
  leaveOutReferred: (_ctx: Ctx, query: Knex.QueryBuilder): void =>
    void query.whereNotExists((page) => page.from('file_references').whereRaw('file_references.file_id = files.id')),
  async insert(ctx: Ctx, row: Omit<FileRecord, 'id'>): Promise<FileRecord> {
    const [made] = await ctx.db('files').insert(row).returning('id');
    return { ...row, id: made.id };
  },
  byId: (ctx: Ctx, id: number): Promise<FileRecord | undefined> => ctx.db('files').where({ id }).first(),
  byIds: (ctx: Ctx, ids: number[]): Promise<FileRecord[]> => ctx.db('files').whereIn('id', ids),
  byName: (ctx: Ctx, filename: string): Promise<FileRecord | undefined> => ctx.db('files').where({ filename }).first(),
  /** the same file of the same uploader, as new as if stored now, so that the clean-up leaves it a day again */
  async renew(
    ctx: Ctx,
    row: Pick<FileRecord, 'workspace_id' | 'sha256' | 'created_by' | 'name'>,
  ): Promise<FileRecord | undefined> {
    const [found] = await ctx.db('files').where(row).update({ created_at: ctx.now() }).returning('*');
    return found;
  },
  among: (ctx: Ctx, ids: number[]): Knex.QueryBuilder => ctx.db('files').whereIn('files.id', ids),
  inWorkspaces: (ctx: Ctx, workspaceId?: number): Knex.QueryBuilder =>
    ctx
      .db('files')
      .whereNotNull('files.workspace_id')
      .where(workspaceId ? { workspace_id: workspaceId } : {}),
  /** leaves in a query over `files` what this person uploaded, what these pages refer to, and these files */
  narrow(
    ctx: Ctx,
    query: Knex.QueryBuilder,
    userId: number | null,
    { pages, files }: { pages: Knex.QueryBuilder[]; files: Knex.QueryBuilder[] },
  ): void {
    query.where((any) => {
      any.where('files.created_by', userId ?? 0);
      for (const ids of files) any.orWhereIn('files.id', ids);
      for (const readable of pages)
        any.orWhereIn('files.id', ctx.db('file_references').whereIn('page_id', readable).select('file_id'));
    });
  },
  async page(query: Knex.QueryBuilder, limit: number, offset: number): Promise<ListPage<FileRecord>> {
    const [items, [count]] = await Promise.all([
      query.clone().orderBy('files.id', 'desc').limit(limit).offset(offset) as unknown as Promise<FileRecord[]>,
      query.clone().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(count?.total ?? 0) };
  },
  /** with the permission epoch of its workspace, which must live */
  withEpoch(ctx: Ctx, id: number): Promise<(FileRecord & { epoch: number }) | undefined> {
    const query = ctx.db('files').where('files.id', id).first('files.*');
    ctx.use(workspaces).joinEpoch(query, 'files.workspace_id');
    return query;
  },
  /** Removes a file and returns its name, or undefined when something holds it. Only inside `tx`. */
  async removeUnheld(ctx: Ctx, id: number): Promise<string | undefined> {
    await ctx.db('files').where({ id }).forUpdate().first('id');
    const found: FileRecord | undefined = await unheld(ctx).where('files.id', id).first();
    if (found) await ctx.db('files').where({ id }).delete();
    return found?.filename;
  },
  /** Removes those that nothing holds and that are no newer than `since`; returns their names. Only inside `tx`. */
  async removeUnused(ctx: Ctx, ids: number[], since: string): Promise<string[]> {
    await ctx.db('files').whereIn('id', ids).orderBy('id').forUpdate().select('id');
    const gone: FileRecord[] = await unheld(ctx).whereIn('files.id', ids).where('files.created_at', '<=', since);
    const goneIds = gone.map(({ id }) => id);
    await ctx.db('files').whereIn('id', goneIds).delete();
    return gone.map(({ filename }) => filename);
  },
  referencesOf: (ctx: Ctx, pageId: number): Promise<number[]> =>
    ctx.db('file_references').where({ page_id: pageId }).pluck('file_id'),
  referencesOfAll: (ctx: Ctx, pageIds: number[]): Promise<number[]> =>
    ctx.db('file_references').whereIn('page_id', pageIds).distinct('file_id').pluck('file_id'),
  referrers: (ctx: Ctx, fileId: number): Promise<number[]> =>
    ctx.db('file_references').where({ file_id: fileId }).pluck('page_id'),
  removeReferences: (ctx: Ctx, pageId: number, fileIds: number[]) =>
    ctx.db('file_references').where({ page_id: pageId }).whereIn('file_id', fileIds).delete(),
  addReferences: (ctx: Ctx, pageId: number, fileIds: number[]) =>
    ctx.db('file_references').insert(fileIds.map((file_id) => ({ file_id, page_id: pageId }))),
  insertReferences: (ctx: Ctx, rows: { file_id: number; page_id: number }[]) => ctx.db('file_references').insert(rows),
  /** files that these pages refer to and no other page does */
  async onlyOf(ctx: Ctx, pageIds: number[]): Promise<FileRecord[]> {
    const own = new Set(pageIds);
    const shown = new Set<number>();
    for (const some of portions(pageIds)) for (const id of await fileStore.referencesOfAll(ctx, some)) shown.add(id);
    const found: FileRecord[] = [];
    for (const some of portions([...shown])) {
      const references = await ctx.db('file_references').whereIn('file_id', some).select('file_id', 'page_id');
      const elsewhere = new Set(references.filter(({ page_id }) => !own.has(page_id)).map(({ file_id }) => file_id));
      const ids = some.filter((id) => !elsewhere.has(id));
      found.push(...(await ctx.db('files').whereIn('id', ids)));
    }
    return found;
  },
  setWorkspace: (ctx: Ctx, ids: number[], workspaceId: number) =>
    ctx.db('files').whereIn('id', ids).update({ workspace_id: workspaceId }),
  /** Removes at most 500 files nobody refers to, older than `before`; returns their names. Only inside `tx`. */
  async removeOrphans(ctx: Ctx, before: string): Promise<string[]> {
    const ids = await orphans(ctx, before).limit(500).forUpdate().pluck('id');
    // Asked again: whoever referred to one of them first was waited for, and only a new statement sees that reference.
    // From here on nobody can: a reference needs the row that is held.
    const gone: FileRecord[] = await orphans(ctx, before).whereIn('id', ids);
    const goneIds = gone.map(({ id }) => id);
    await ctx.db('files').whereIn('id', goneIds).delete();
    return gone.map(({ filename }) => filename);
  },
  /** bytes of all files of a workspace */
  async used(ctx: Ctx, workspaceId: number): Promise<number> {
    const [row] = await ctx.db('files').where({ workspace_id: workspaceId }).sum({ total: 'size' });
    return Number(row?.total ?? 0);
  },
  async totals(ctx: Ctx): Promise<{ total: number; bytes: number }> {
    const row = await ctx.db('files').count({ total: '*' }).sum({ bytes: 'size' }).first();
    return { total: Number(row?.total ?? 0), bytes: Number(row?.bytes ?? 0) };
  },
  async sizes(ctx: Ctx, workspaceIds: number[]): Promise<Map<number, number>> {
    const query = ctx.db('files').whereIn('workspace_id', workspaceIds).groupBy('workspace_id').select('workspace_id');
    const rows = (await query.sum({ total: 'size' })) as { workspace_id: number; total: unknown }[];
    return new Map(rows.map(({ workspace_id, total }) => [workspace_id, Number(total ?? 0)]));
  },
  bytesPerDay: (ctx: Ctx, days: string[]): Promise<number[]> =>
    dailySums(ctx, ctx.db('files'), days, { at: 'created_at', sum: 'size' }),
  known: (ctx: Ctx, filenames: string[]): Promise<string[]> =>
    ctx.db('files').whereIn('filename', filenames).pluck('filename'),
};

export const fileRecordStore: FileRecords = {
  join: (query, column) => void query.join('files', 'files.id', column),
  leftJoin: (query, column) => void query.leftJoin('files', 'files.id', column),
  async insert(ctx, blob) {
    const [made] = await ctx
      .db('files')
      .insert({ ...blob, created_at: ctx.now() })
      .returning('id');
    return made.id;
  },
  async remove(ctx, id) {
    await ctx.db('files').where({ id }).delete();
  },
};

export const uploadStore = {
  insert: (ctx: Ctx, row: Upload & { updated_at: string }) => ctx.db('uploads').insert(row),
  async byId(ctx: Ctx, id: string): Promise<Upload | undefined> {
    const row: Upload | undefined = await ctx.db('uploads').where({ id }).first();
    return row && { ...row, size: Number(row.size), received: Number(row.received) };
  },
  /** whether it still was at `from` */
  async advance(ctx: Ctx, id: string, from: number, received: number): Promise<boolean> {
    const change = { received, updated_at: ctx.now() };
    return (await ctx.db('uploads').where({ id, received: from }).update(change)) === 1;
  },
  remove: (ctx: Ctx, id: string) => ctx.db('uploads').where({ id }).delete(),
  removeOlder: (ctx: Ctx, before: string) => ctx.db('uploads').where('updated_at', '<', before).delete(),
};
