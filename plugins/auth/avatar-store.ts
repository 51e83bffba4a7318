// SQL of avatars, and which file is behind each.

import type { Knex } from 'knex';
import { fileRecords } from '../../core/files/file-records.ts';
import type { Ctx } from '../../core/kernel/context.ts';

function withFile(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('avatars');
  ctx.use(fileRecords).join(query, 'avatars.file_id');
  return query;
}

export const avatars = {
  set: (ctx: Ctx, userId: number, fileId: number) =>
    ctx.db('avatars').insert({ user_id: userId, file_id: fileId }).onConflict('user_id').merge(),
  unset: (ctx: Ctx, userId: number) => ctx.db('avatars').where({ user_id: userId }).delete(),
  ofUser: (ctx: Ctx, userId: number): Promise<{ id: number; filename: string } | undefined> =>
    withFile(ctx).where('avatars.user_id', userId).first('files.id', 'files.filename') as never,
  byName: (
    ctx: Ctx,
    filename: string,
  ): Promise<{ user_id: number; filename: string; name: string; mime: string; size: number } | undefined> =>
    withFile(ctx)
      .where('files.filename', filename)
      .first('avatars.user_id', 'files.filename', 'files.name', 'files.mime', 'files.size') as never,
  /** leaves out of a query over `files` what is somebody's avatar */
  leaveOutHeld: (_ctx: Ctx, query: Knex.QueryBuilder): void =>
    void query.whereNotExists((held) => held.from('avatars').whereRaw('avatars.file_id = files.id')),
};
