// SQL of file records and of the pages that refer to them.
import type { Ctx } from '../../core/context.ts';
import type { FileRecord } from './contract.ts';

export const fileStore = {
  async insert(ctx: Ctx, row: Omit<FileRecord, 'id'>): Promise<FileRecord> {
    const [made] = await ctx.db('files').insert(row).returning('id');
    return { ...row, id: made.id };
  },
  byId: (ctx: Ctx, id: number): Promise<FileRecord | undefined> => ctx.db('files').where({ id }).first(),
  byIds: (ctx: Ctx, ids: number[]): Promise<FileRecord[]> => ctx.db('files').whereIn('id', ids),
  byName: (ctx: Ctx, filename: string): Promise<FileRecord | undefined> => ctx.db('files').where({ filename }).first(),
  equal: (
    ctx: Ctx,
    row: Pick<FileRecord, 'workspace_id' | 'sha256' | 'created_by' | 'name'>,
  ): Promise<FileRecord | undefined> => ctx.db('files').where(row).first(),
  referencesTo: (ctx: Ctx, fileIds: number[]): Promise<{ file_id: number; page_id: number }[]> =>
    ctx.db('file_references').whereIn('file_id', fileIds).select('file_id', 'page_id'),
  referencesOf: (ctx: Ctx, pageId: number): Promise<number[]> =>
    ctx.db('file_references').where({ page_id: pageId }).pluck('file_id'),
  removeReferences: (ctx: Ctx, pageId: number, fileIds: number[]) =>
    ctx.db('file_references').where({ page_id: pageId }).whereIn('file_id', fileIds).delete(),
  addReferences: (ctx: Ctx, pageId: number, fileIds: number[]) =>
    ctx.db('file_references').insert(fileIds.map((file_id) => ({ file_id, page_id: pageId }))),
  insertReferences: (ctx: Ctx, rows: { file_id: number; page_id: number }[]) => ctx.db('file_references').insert(rows),
  /** files nobody refers to any more, older than a day */
  orphans: (ctx: Ctx, before: string): Promise<FileRecord[]> =>
    ctx
      .db('files')
      .where('created_at', '<', before)
      .whereNotExists((query) => query.from('file_references').whereRaw('file_references.file_id = files.id'))
      .whereNotExists((query) => query.from('avatars').whereRaw('avatars.file_id = files.id'))
      .limit(500),
  remove: (ctx: Ctx, ids: number[]) => ctx.db('files').whereIn('id', ids).delete(),
  known: (ctx: Ctx, filenames: string[]): Promise<string[]> =>
    ctx.db('files').whereIn('filename', filenames).pluck('filename'),
};
