// What is known of each page: how often its text was asked for and read, by which model, and the vectors of its parts.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';

/** A page whose text is to be read; `wanted` says which change that is for. */
export interface UnreadPage {
  page_id: number;
  wanted: number;
  model: string;
  text_hash: string;
}

export interface PartRow {
  page_id: number;
  part: number;
  /** where the part begins in the text */
  start: number;
  vector: Buffer;
}

/** The words of the partial index. */
const WAITS = 'page_embeddings.wanted > page_embeddings.done';

export const embeddingStore = {
  /** Asks for the texts of those of these pages that there are. */
  async want(ctx: Ctx, pageIds: number[]): Promise<void> {
    for (const some of portions(pageIds)) {
      await ctx.db.raw(
        `insert into page_embeddings (page_id)
         select id from pages where id in (${some.map(() => '?').join()}) and deleted_at is null
         on conflict (page_id) do update set wanted = page_embeddings.wanted + 1`,
        some,
      );
    }
  },

  /** Asks for live pages that this model has not read; false when it has read all that there are. */
  async wantUnread(ctx: Ctx, model: string, limit: number): Promise<boolean> {
    const known = ctx.db('page_embeddings').whereRaw('page_embeddings.page_id = pages.id');
    known.where((any) => any.where({ model }).orWhereRaw(WAITS)).select(ctx.db.raw('1'));
    const unread: number[] = await ctx
      .db('pages')
      .whereNull('deleted_at')
      .whereNotExists(known)
      .orderBy('id', 'desc')
      .limit(limit)
      .pluck('id');
    if (unread.length) await embeddingStore.want(ctx, unread);
    return unread.length > 0;
  },

  waiting: (ctx: Ctx, limit: number): Promise<UnreadPage[]> =>
    ctx
      .db('page_embeddings')
      .whereRaw(WAITS)
      .orderBy('page_id', 'desc')
      .limit(limit)
      .select('page_id', 'wanted', 'model', 'text_hash'),

  /** What was read of a page, for the change that was waiting then; a later one goes on waiting. */
  async keep(
    ctx: Ctx,
    { page_id, wanted }: UnreadPage,
    read: { model: string; text_hash: string; parts?: Omit<PartRow, 'page_id'>[] },
  ): Promise<void> {
    const { model, text_hash, parts } = read;
    const kept = await ctx.db('page_embeddings').where({ page_id }).update({ model, text_hash, done: wanted });
    if (!kept || !parts) return;
    await ctx.db('page_embedding_parts').where({ page_id }).delete();
    if (parts.length) await ctx.db('page_embedding_parts').insert(parts.map((part) => ({ page_id, ...part })));
  },

  drop: (ctx: Ctx, pageIds: number[]): Promise<number> =>
    ctx.db('page_embeddings').whereIn('page_id', pageIds).delete(),

  /** All of them are read anew. */
  forget: (ctx: Ctx): Promise<number> => ctx.db('page_embeddings').delete(),

  /** Pages that this model has read, newest first, of those that `narrow` leaves of a query over `pages`. */
  readBy(ctx: Ctx, model: string, narrow: (query: Knex.QueryBuilder) => void, limit: number): Promise<number[]> {
    const query = ctx.db('pages').join('page_embeddings', 'page_embeddings.page_id', 'pages.id');
    narrow(query.where('page_embeddings.model', model));
    return query.orderBy('pages.id', 'desc').limit(limit).pluck('pages.id');
  },

  parts: (ctx: Ctx, pageIds: number[]): Promise<PartRow[]> =>
    ctx.db('page_embedding_parts').whereIn('page_id', pageIds).select('page_id', 'part', 'start', 'vector'),

  async counts(ctx: Ctx, model: string): Promise<{ read: number; waiting: number; parts: number }> {
    const count = async (query: Knex.QueryBuilder): Promise<number> => Number((await query.count({ n: '*' }))[0]?.n);
    const [read, waiting, parts] = await Promise.all([
      count(ctx.db('page_embeddings').where({ model })),
      count(ctx.db('page_embeddings').whereRaw(WAITS)),
      count(ctx.db('page_embedding_parts')),
    ]);
    return { read, waiting, parts };
  },
};
