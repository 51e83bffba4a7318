// SQL of avatars and of the files behind them.

import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';

export const avatars = {
  set: (ctx: Ctx, userId: number, fileId: number) =>
    ctx.db('avatars').insert({ user_id: userId, file_id: fileId }).onConflict('user_id').merge(),
  unset: (ctx: Ctx, userId: number) => ctx.db('avatars').where({ user_id: userId }).delete(),
  async insertFile(
    ctx: Ctx,
    row: { filename: string; name: string; mime: string; size: number; sha256: string; created_by: number },
  ): Promise<number> {
    const [made] = await ctx
      .db('files')
      .insert({ ...row, created_at: ctx.now() })
      .returning('id');
    return made.id;
  },
  ofUser: (ctx: Ctx, userId: number): Promise<{ id: number; filename: string } | undefined> =>
    ctx
      .db('avatars')
      .join('files', 'files.id', 'avatars.file_id')
      .where('avatars.user_id', userId)
      .first('files.id', 'files.filename'),
  byName: (
    ctx: Ctx,
    filename: string,
  ): Promise<{ user_id: number; filename: string; name: string; mime: string; size: number } | undefined> =>
    ctx
      .db('avatars')
      .join('files', 'files.id', 'avatars.file_id')
      .where('files.filename', filename)
      .first('avatars.user_id', 'files.filename', 'files.name', 'files.mime', 'files.size'),
  deleteFile: (ctx: Ctx, id: number) => ctx.db('files').where({ id }).delete(),
  /** leaves out of a query over `files` what is somebody's avatar */
  leaveOutHeld: (_ctx: Ctx, query: Knex.QueryBuilder): void =>
    void query.whereNotExists((held) => held.from('avatars').whereRaw('avatars.file_id = files.id')),
};
