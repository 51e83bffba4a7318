// SQL of live documents: the log of updates of each, and the state that older ones were folded into.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { cachedQuery, insertRows } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { LiveName } from './points.ts';

export interface DocRow {
  epoch: string;
  schema_version: number;
  state: Uint8Array;
  /** last update that is part of the state */
  state_upto: number;
  /** last update that the page, or whatever is written together, says */
  projected_upto: number;
}

/** Where a document stands, without its bytes. */
export type DocumentHead = Omit<DocRow, 'state'> & {
  /** last update there is, in the log or in the state */
  last: number;
};

export interface UpdateRow {
  id: number;
  user_id: number | null;
  data: Uint8Array;
}

const of = ({ kind, id }: LiveName) => ({ doc_kind: kind, doc_id: id });
const standing = ['epoch', 'schema_version', 'state_upto', 'projected_upto'];

/** Newest update of each document, as a subquery. */
const newest = (ctx: Ctx) =>
  ctx
    .db('page_doc_update')
    .whereRaw('page_doc_update.doc_kind = page_doc.doc_kind AND page_doc_update.doc_id = page_doc.doc_id')
    .max('page_doc_update.id');

const present = (row: (Omit<DocRow, 'state'> & { newest: number | null }) | undefined): DocumentHead | undefined => {
  if (!row) return undefined;
  const { newest: last, ...rest } = row;
  return { ...rest, last: Math.max(last ?? 0, rest.state_upto) };
};

export const docStore = {
  /** a subquery: the document of this kind whose id is in `column`, or null */
  oneOf: (ctx: Ctx, kind: string, column: string) =>
    ctx.db('page_doc').where('doc_kind', kind).whereRaw('doc_id = ??', [column]).select('doc_id'),

  async standing(ctx: Ctx, { kind, id }: LiveName): Promise<DocumentHead | undefined> {
    const [row] = await cachedQuery<Omit<DocRow, 'state'> & { newest: number | null }>(
      ctx.db,
      `standing of ${kind}`,
      [id],
      ([mark]) =>
        ctx
          .db('page_doc')
          .where(of({ kind, id: mark as number }))
          .select(...standing, { newest: newest(ctx) }),
    );
    return present(row);
  },

  /** Held until the transaction ends: updates of one document get their ids in the order of their commits. */
  async hold(ctx: Ctx, { kind, id }: LiveName): Promise<boolean> {
    const held = await cachedQuery(ctx.db, `held ${kind}`, [id], ([mark]) =>
      ctx
        .db('page_doc')
        .where(of({ kind, id: mark as number }))
        .forUpdate()
        .select('doc_id'),
    );
    return held.length > 0;
  },

  /** Where a document stands that is held; asked after it is held, because others may have added meanwhile. */
  heldStanding: async (ctx: Ctx, name: LiveName): Promise<DocumentHead | undefined> =>
    (await docStore.hold(ctx, name)) ? docStore.standing(ctx, name) : undefined,

  row: (ctx: Ctx, name: LiveName): Promise<DocRow | undefined> =>
    ctx
      .db('page_doc')
      .where(of(name))
      .first(...standing, 'state'),

  insert: (ctx: Ctx, name: LiveName, row: Pick<DocRow, 'epoch' | 'schema_version' | 'state'>) =>
    ctx
      .db('page_doc')
      .insert({ ...of(name), ...row, state: Buffer.from(row.state) })
      .onConflict(['doc_kind', 'doc_id'])
      .ignore(),

  updates: (ctx: Ctx, name: LiveName, after = 0, upto?: number): Promise<UpdateRow[]> =>
    ctx
      .db('page_doc_update')
      .where(of(name))
      .where('id', '>', after)
      .modify((query) => upto !== undefined && query.where('id', '<=', upto))
      .orderBy('id')
      .select('id', 'user_id', 'data'),

  /** who made them, in the order of their first */
  writers: (ctx: Ctx, name: LiveName, after: number, upto: number): Promise<number[]> =>
    ctx
      .db('page_doc_update')
      .where(of(name))
      .whereBetween('id', [after + 1, upto])
      .whereNotNull('user_id')
      .groupBy('user_id')
      .orderByRaw('MIN(id)')
      .pluck('user_id'),

  /** the id of the last one */
  async append(ctx: Ctx, name: LiveName, parts: Omit<UpdateRow, 'id'>[]): Promise<number> {
    const rows = parts.map(({ user_id, data }) => ({
      ...of(name),
      user_id,
      created_at: ctx.now(),
      data: Buffer.from(data),
    }));
    const made = await insertRows<{ id: number }>(ctx.db, 'page_doc_update', rows, 'returning id');
    return Math.max(...made.map((row) => row.id));
  },

  /** The same in one statement, if `unchanged` finds anything: undefined, if not. `key` tells its texts apart. */
  async appendWhile(
    ctx: Ctx,
    { kind, id }: LiveName,
    { user_id, data }: Omit<UpdateRow, 'id'>,
    { key, values, unchanged }: { key: string; values: number[]; unchanged(marks: number[]): Knex.QueryBuilder },
  ): Promise<number | undefined> {
    const columns = ['user_id', 'created_at', 'data'];
    const given = [id, user_id, ctx.now(), Buffer.from(data), ...values];
    const [row] = await cachedQuery<{ id: number }>(
      ctx.app.database.writer,
      `appended to ${kind} ${key}`,
      given,
      ([own, ...marks]) => {
        const { db } = ctx;
        const added = marks.slice(0, columns.length).map((mark) => db.raw('?', [mark as number]));
        const found = db('page_doc')
          .where(of({ kind, id: own as number }))
          .whereExists(unchanged(marks.slice(columns.length)))
          .select('doc_kind', 'doc_id', ...added);
        // knex leaves out what an insert from a query returns.
        const insert = db(db.raw('page_doc_update (doc_kind, doc_id, ??)', [columns])).insert(found);
        return db.raw('? returning id', [insert]);
      },
    );
    return row?.id;
  },

  lastAuthor: async (ctx: Ctx, name: LiveName): Promise<number | null> =>
    (await ctx.db('page_doc_update').where(of(name)).whereNotNull('user_id').orderBy('id', 'desc').first('user_id'))
      ?.user_id ?? null,

  /** False: somebody else was faster. */
  projected: async (ctx: Ctx, name: LiveName, was: number, upto: number): Promise<boolean> =>
    (await ctx
      .db('page_doc')
      .where({ ...of(name), projected_upto: was })
      .update({ projected_upto: upto })) === 1,

  /** Puts the log up to an update into the state; false: somebody else has folded it meanwhile. */
  async fold(ctx: Ctx, name: LiveName, was: number, state: Uint8Array, upto: number): Promise<boolean> {
    const change = { state: Buffer.from(state), state_upto: upto };
    const folded = await ctx
      .db('page_doc')
      .where({ ...of(name), state_upto: was })
      .update(change);
    if (folded) await ctx.db('page_doc_update').where(of(name)).where('id', '<=', upto).delete();
    return folded === 1;
  },

  /** documents whose last words, older than `before`, are nowhere else yet */
  behind: (ctx: Ctx, kinds: string[], before: string, limit: number): Promise<LiveName[]> =>
    ctx
      .db('page_doc')
      .whereIn('page_doc.doc_kind', kinds)
      .whereExists((query) =>
        query
          .from('page_doc_update')
          .whereRaw('page_doc_update.doc_kind = page_doc.doc_kind AND page_doc_update.doc_id = page_doc.doc_id')
          .whereRaw('page_doc_update.id > page_doc.projected_upto')
          .where('page_doc_update.created_at', '<', before),
      )
      .orderBy(['doc_kind', 'doc_id'])
      .limit(limit)
      .select({ kind: 'doc_kind', id: 'doc_id' }),

  /** of these, those that there is a document of */
  async among(ctx: Ctx, kind: string, ids: number[]): Promise<number[]> {
    const found: number[] = [];
    for (const some of portions(ids))
      found.push(...(await ctx.db('page_doc').where('doc_kind', kind).whereIn('doc_id', some).pluck('doc_id')));
    return found;
  },

  ids: (ctx: Ctx, kind: string, after: number, limit: number): Promise<number[]> =>
    ctx
      .db('page_doc')
      .where('doc_kind', kind)
      .where('doc_id', '>', after)
      .orderBy('doc_id')
      .limit(limit)
      .pluck('doc_id'),

  /** The documents are held first, as by those who add to them: else each could wait for the other. */
  async remove(ctx: Ctx, kind: string, ids: number[]): Promise<void> {
    await ctx
      .db('page_doc')
      .where('doc_kind', kind)
      .whereIn('doc_id', ids)
      .orderBy('doc_id')
      .forUpdate()
      .select('doc_id');
    await ctx.db('page_doc_update').where('doc_kind', kind).whereIn('doc_id', ids).delete();
    await ctx.db('page_doc').where('doc_kind', kind).whereIn('doc_id', ids).delete();
  },
};
