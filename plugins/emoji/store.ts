// SQL of the emoji of workspaces: the only file of this plugin that names tables.
import type { Knex } from 'knex';
import { fileRecords } from '../../core/files/file-records.ts';
import type { BlobRecord } from '../../core/files/file-response.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';

export interface EmojiRow {
  id: number;
  workspace_id: number;
  name: string;
  created_at: string;
}

/** With the picture that it shows. */
export type WholeEmoji = EmojiRow & { epoch: number } & Pick<BlobRecord, 'filename' | 'mime' | 'size'>;

const columns = ['custom_emoji.id', 'custom_emoji.workspace_id', 'custom_emoji.name', 'custom_emoji.created_at'];

export const emojiStore = {
  /** of a live workspace, with the permission epoch of that */
  byId(ctx: Ctx, id: number): Promise<WholeEmoji | undefined> {
    const query = ctx
      .db('custom_emoji')
      .where('custom_emoji.id', id)
      .first([...columns, 'files.filename', 'files.mime', 'files.size']);
    ctx.use(fileRecords).join(query, 'custom_emoji.file_id');
    ctx.use(workspaces).joinEpoch(query, 'custom_emoji.workspace_id');
    return query;
  },

  /** of all workspaces, with what kind of file each shows */
  kinds(ctx: Ctx): Promise<{ id: number; mime: string }[]> {
    const query = ctx.db('custom_emoji').orderBy('custom_emoji.id').select('custom_emoji.id', 'files.mime');
    ctx.use(fileRecords).join(query, 'custom_emoji.file_id');
    return query as never;
  },

  /** those of the workspaces, by name */
  async page(ctx: Ctx, workspaceIds: number[], limit: number, offset: number) {
    const query = ctx.db('custom_emoji').whereIn('workspace_id', workspaceIds);
    const [items, [count]] = await Promise.all([
      query.clone().orderBy(['name', 'id']).limit(limit).offset(offset).select(columns) as Promise<EmojiRow[]>,
      query.clone().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(count?.total ?? 0) };
  },

  ofWorkspace: (ctx: Ctx, workspaceId: number): Promise<EmojiRow[]> =>
    ctx.db('custom_emoji').where({ workspace_id: workspaceId }).orderBy('name').select(columns),

  named: (ctx: Ctx, workspaceId: number, names: string[]): Promise<EmojiRow[]> =>
    ctx.db('custom_emoji').where({ workspace_id: workspaceId }).whereIn('name', names).select(columns),

  async insert(ctx: Ctx, row: Omit<EmojiRow, 'id'> & { file_id: number }): Promise<number> {
    const [made] = await ctx.db('custom_emoji').insert(row).returning('id');
    return made.id;
  },

  remove: (ctx: Ctx, id: number) => ctx.db('custom_emoji').where({ id }).delete(),

  /** leaves out of a query over `files` what an emoji shows */
  leaveOutHeld: (_ctx: Ctx, query: Knex.QueryBuilder): void =>
    void query.whereNotExists((held) => held.from('custom_emoji').whereRaw('custom_emoji.file_id = files.id')),
};
