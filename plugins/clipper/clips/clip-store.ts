// SQL of clips.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ClipType } from './clip-input.ts';

export interface ClipRow {
  id: number;
  user_id: number;
  device_id: number | null;
  client_id: string | null;
  clip_type: ClipType;
  source_url: string;
  url_key: string;
  title: string;
  target_page_id: number | null;
  target_workspace_id: number | null;
  /** it was put into a page that was there before */
  is_part: number;
  /** ids of the blocks that were put into such a page, or that wait for their text; as JSON */
  added_json: string | null;
  /** pictures that are still to be fetched, as JSON */
  missing_json: string | null;
  state: 'reading' | 'done' | 'failed';
  error: string;
  created_at: string;
}

type NewClip = Pick<
  ClipRow,
  'user_id' | 'device_id' | 'client_id' | 'clip_type' | 'source_url' | 'url_key' | 'title' | 'state'
>;

export const clipStore = {
  /** nothing when a clip of this client_id is there */
  async insert(ctx: Ctx, clip: NewClip): Promise<number | undefined> {
    const [made] = await ctx
      .db('extension_clips')
      .insert({ ...clip, created_at: ctx.now() })
      .onConflict(['user_id', 'client_id'])
      .ignore()
      .returning('id');
    return made?.id;
  },
  byId: (ctx: Ctx, id: number): Promise<ClipRow | undefined> => ctx.db('extension_clips').where({ id }).first(),
  byClient: (ctx: Ctx, user_id: number, client_id: string): Promise<ClipRow | undefined> =>
    ctx.db('extension_clips').where({ user_id, client_id }).first(),
  update: (ctx: Ctx, id: number, change: Partial<ClipRow>): Promise<number> =>
    ctx.db('extension_clips').where({ id }).update(change),
  /** ends the reading of one; false: somebody else has ended it */
  async finish(ctx: Ctx, id: number, change: Partial<ClipRow>): Promise<boolean> {
    return (await ctx.db('extension_clips').where({ id, state: 'reading' }).update(change)) > 0;
  },
  async page(ctx: Ctx, userId: number, limit: number, offset: number): Promise<{ items: ClipRow[]; total: number }> {
    const mine = () => ctx.db('extension_clips').where({ user_id: userId });
    const items: ClipRow[] = await mine().orderBy('id', 'desc').limit(limit).offset(offset);
    const [count] = (await mine().count({ total: '*' })) as { total: number }[];
    return { items, total: Number(count?.total ?? 0) };
  },
  /** those of one address, newest first */
  ofAddress: (ctx: Ctx, userId: number, url_key: string, most: number): Promise<ClipRow[]> =>
    ctx.db('extension_clips').where({ user_id: userId, url_key }).orderBy('id', 'desc').limit(most),
  /** that the service was to read itself, and has not by then */
  unread: (ctx: Ctx, before: string): Promise<number[]> =>
    ctx.db('extension_clips').where({ state: 'reading' }).where('created_at', '<', before).orderBy('id').pluck('id'),
};
