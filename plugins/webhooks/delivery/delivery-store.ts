// SQL of deliveries: one row an attempt, taken by one process at a time.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import type { Dialect } from '../../../core/database/dialect.ts';
import { partById } from '../../../core/http/pagination.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { WebhookRow } from '../store.ts';

export type DeliveryStatus = 'pending' | 'retrying' | 'superseded' | 'success' | 'failed';

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: string;
  cause: string | null;
  event: string;
  page_id: number | null;
  status: DeliveryStatus;
  attempt: number;
  /** JSON: the message without what is read for a full one at each attempt; `{}` once it must not be known any more */
  payload: string;
  sent_headers: string;
  http_code: number | null;
  error: string | null;
  answer: string | null;
  duration_ms: number | null;
  /** epoch seconds */
  next_retry_at: number | null;
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
}

export type NewDelivery = Pick<DeliveryRow, 'webhook_id' | 'event_id' | 'event' | 'page_id' | 'payload'> &
  Partial<Omit<DeliveryRow, 'id' | 'created_at'>>;

/** Who has deliveries in hand, and until when. */
export type DeliveryLease = Pick<DeliveryRow, 'lease_owner' | 'lease_until'>;

/** What an attempt leaves behind. */
export type EndedDelivery = Pick<
  DeliveryRow,
  'id' | 'status' | 'next_retry_at' | 'http_code' | 'answer' | 'duration_ms' | 'error' | 'sent_headers'
>;

interface DeliveryFilter {
  status?: string;
  event_id?: string;
  cursor?: number;
}

const ENDED: Record<keyof EndedDelivery, 'integer' | 'text'> = {
  ...{ id: 'integer', status: 'text', next_retry_at: 'integer', http_code: 'integer', answer: 'text' },
  ...{ duration_ms: 'integer', error: 'text', sent_headers: 'text' },
};

const ROWS_AT_ONCE = 200;
const OPEN: DeliveryStatus[] = ['pending', 'retrying'];

const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

/** Never tried, and nobody has it in hand. */
const isFresh = (query: Knex.QueryBuilder, now: string): Knex.QueryBuilder =>
  query.where('status', 'pending').where((free) => free.whereNull('lease_until').orWhere('lease_until', '<', now));

/** Tried before, and its time has come again. */
const isDueAgain = (query: Knex.QueryBuilder, now: string): Knex.QueryBuilder =>
  query.where('status', 'retrying').where('next_retry_at', '<=', seconds(now));

export const deliveryStore = {
  /** hooks that are on and have something to be sent */
  dueHooks: (db: Knex, now: string): Promise<WebhookRow[]> =>
    db('webhooks')
      .where({ enabled: 1 })
      .whereExists((exists) =>
        exists
          .from('webhook_deliveries')
          .whereRaw('webhook_deliveries.webhook_id = webhooks.id')
          .where((due) => due.where((one) => isFresh(one, now)).orWhere((one) => isDueAgain(one, now))),
      ) as never,

  /** of these hooks, what was tried before and is to be tried now; the oldest first */
  dueAgain: (db: Knex, webhookIds: number[], now: string, limit: number): Promise<DeliveryRow[]> =>
    isDueAgain(db('webhook_deliveries').whereIn('webhook_id', webhookIds), now).orderBy('id').limit(limit) as never,

  /** of these, those that no other process takes, held until the transaction ends */
  claimAgain: (trx: Knex.Transaction, dialect: Dialect, ids: number[], now: string): Promise<number[]> =>
    dialect.claim(isDueAgain(trx('webhook_deliveries').whereIn('id', ids), now).orderBy('id').pluck('id')) as never,

  /** Of each hook the oldest that were never tried, as many as it has room for: by one statement, which holds nobody up. */
  take(db: Knex, dialect: Dialect, rooms: Map<number, number>, lease: DeliveryLease, now: string) {
    const oldest = [...rooms].map(([webhook_id, room]) =>
      db
        .select('id')
        .from(
          isFresh(db('webhook_deliveries').where({ webhook_id }), now).orderBy('id').limit(room).select('id').as('due'),
        ),
    );
    const due = isFresh(db('webhook_deliveries').whereIn('id', db.unionAll(oldest)), now)
      .orderBy('id')
      .select('id');
    return db('webhook_deliveries')
      .withMaterialized('due', dialect.claim(due))
      .whereIn('id', db.select('id').from('due'))
      .update(lease, '*') as unknown as Promise<DeliveryRow[]>;
  },

  supersede: (ctx: Ctx, ids: number[]): Promise<DeliveryRow[]> =>
    ctx.db('webhook_deliveries').whereIn('id', ids).update({ status: 'superseded' }, '*') as never,

  /** those whose cause is known already are left out */
  async insert(ctx: Ctx, rows: NewDelivery[]): Promise<DeliveryRow[]> {
    const made: DeliveryRow[] = [];
    for (const some of portions(rows, ROWS_AT_ONCE)) {
      const full = some.map((row) => ({
        ...{ cause: null, attempt: 0, lease_owner: null, lease_until: null, ...row },
        created_at: ctx.now(),
      }));
      made.push(...(await ctx.db('webhook_deliveries').insert(full, '*').onConflict('cause').ignore()));
    }
    return made;
  },

  /** of these, those that no other process has taken over, held until the transaction ends */
  held: (trx: Knex.Transaction, dialect: Dialect, ids: number[], lease_owner: string): Promise<number[]> =>
    dialect.claim(
      trx('webhook_deliveries').whereIn('id', ids).where({ lease_owner }).orderBy('id').pluck('id'),
    ) as unknown as Promise<number[]>,

  /** What came of each that no other process has taken over, by one statement. */
  async end(db: Knex, dialect: Dialect, ended: EndedDelivery[], owner: string): Promise<void> {
    const names = Object.keys(ENDED).filter((name) => name !== 'id');
    await db.raw(
      `update webhook_deliveries set ${names.map((name) => `${name} = ended.${name}`)}, lease_owner = null, lease_until = null
       from ? where webhook_deliveries.id = ended.id and lease_owner = ?`,
      [dialect.recordset(db, 'ended', ENDED, ended), owner],
    );
  },

  /** what is sent again later by whoever takes it first */
  free: (ctx: Ctx, ids: number[]) =>
    ctx.db('webhook_deliveries').whereIn('id', ids).update({ lease_owner: null, lease_until: null }),

  /** of these, and of all other attempts to tell the same */
  async blankPayload(ctx: Ctx, ids: number[]): Promise<void> {
    const told = await ctx.db('webhook_deliveries').whereIn('id', ids).select('webhook_id', 'event_id');
    for (const [webhook_id, rows] of Map.groupBy(told, (row) => row.webhook_id))
      await ctx
        .db('webhook_deliveries')
        .where({ webhook_id })
        .whereIn(
          'event_id',
          rows.map(({ event_id }) => event_id),
        )
        .update({ payload: '{}' });
  },

  /** nothing of a hook that is off goes out any more */
  abandon: (ctx: Ctx, webhookId: number) =>
    ctx
      .db('webhook_deliveries')
      .where({ webhook_id: webhookId })
      .whereIn('status', OPEN)
      .whereNull('lease_owner')
      .update({ status: 'failed', error: 'off', next_retry_at: null }),

  blank: (ctx: Ctx, pageIds: number[]) =>
    ctx.db('webhook_deliveries').whereIn('page_id', pageIds).update({ payload: '{}', answer: null }),

  byId: async (ctx: Ctx, webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
    ctx.db('webhook_deliveries').where({ webhook_id: webhookId, id }).first(),

  /** newest first; only those before `cursor`, which the total does not mind */
  async page(ctx: Ctx, webhookId: number, { cursor, ...filter }: DeliveryFilter, limit: number, offset = 0) {
    const query = () => ctx.db('webhook_deliveries').where({ webhook_id: webhookId, ...filter });
    const rows = query()
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .offset(offset);
    if (cursor) rows.where('id', '<', cursor);
    const [read, [count]] = await Promise.all([
      rows as Promise<DeliveryRow[]>,
      query().count({ total: '*' }) as Promise<{ total: number }[]>,
    ]);
    return { ...partById(read, limit), total: Number(count?.total ?? 0) };
  },

  /** of these events, those that the hook was told of, and whether that arrived or is on its way */
  async told(ctx: Ctx, webhookId: number, eventIds: string[]): Promise<Map<string, boolean>> {
    const rows: { event_id: string; status: DeliveryStatus }[] = await ctx
      .db('webhook_deliveries')
      .where({ webhook_id: webhookId })
      .whereIn('event_id', eventIds)
      .select('event_id', 'status');
    const told = new Map<string, boolean>();
    for (const { event_id, status } of rows)
      told.set(event_id, told.get(event_id) || status === 'success' || OPEN.includes(status));
    return told;
  },

  owners: (db: Knex): Promise<string[]> =>
    db('webhook_deliveries').where({ status: 'pending' }).whereNotNull('lease_owner').distinct().pluck('lease_owner'),

  release: (db: Knex, owners: string[]) =>
    db('webhook_deliveries')
      .where({ status: 'pending' })
      .whereIn('lease_owner', owners)
      .update({ lease_owner: null, lease_until: null }),

  aged: (ctx: Ctx, before: string) => ctx.db('webhook_deliveries').where('created_at', '<', before).delete(),

  /** keeps the newest of each hook, and what is on its way */
  async surplus(ctx: Ctx, keep: number): Promise<void> {
    const full: { webhook_id: number }[] = await ctx
      .db('webhook_deliveries')
      .select('webhook_id')
      .groupBy('webhook_id')
      .havingRaw('count(*) > ?', [keep]);
    for (const { webhook_id } of full) {
      const of = () => ctx.db('webhook_deliveries').where({ webhook_id });
      const oldest = await of().orderBy('id', 'desc').offset(keep).first('id');
      await of().where('id', '<=', oldest.id).whereNotIn('status', OPEN).delete();
    }
  },
};
