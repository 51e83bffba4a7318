// A view as a calendar that other programs follow, at a secret address: what its owner may see at the moment it is read.
import { createHash, randomBytes } from 'node:crypto';
import { type Ctx, userOf } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import type { LoadedView } from './access.ts';
import { dateProperty } from './events.ts';
import { matching } from './query/run.ts';
import { type WrittenEvent, writeCalendar } from './recurrence/index.ts';
import { calendarOf, dateOfRow, seriesOfRow } from './row-series.ts';
import { type RowRecord, rowStore, valuesOf } from './row-store.ts';
import { type Schema, schemaOf } from './schema.ts';

const EVENTS_MAX = 5000;
const SECRET_BYTES = 24;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const mine = (ctx: Ctx, viewId: number) => ctx.db('calendar_feeds').where({ view_id: viewId, user_id: userOf(ctx).id });

/** Of a view, for the actor; the address is known only when it is made. */
export interface Feed {
  created_at: string | null;
}

export const feedOf = async (ctx: Ctx, viewId: number): Promise<Feed> => ({
  created_at: (await mine(ctx, viewId).first('created_at'))?.created_at ?? null,
});

/** A new address; the one before leads nowhere from now on. @throws Problem validation_failed without a date */
export async function makeFeed(ctx: Ctx, { view, collection }: LoadedView): Promise<Feed & { url: string }> {
  dateProperty(await schemaOf(ctx, collection), view);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const created_at = ctx.now();
  await ctx.tx(async (tx) => {
    const row = { view_id: view.id, user_id: userOf(tx).id, secret_hash: hashOf(secret), created_at };
    await tx.db('calendar_feeds').insert(row).onConflict(['view_id', 'user_id']).merge();
  });
  return { created_at, url: `${ctx.app.baseUrl}/calendars/${secret}.ics` };
}

export const revokeFeed = (ctx: Ctx, viewId: number): Promise<void> =>
  ctx.tx(async (tx) => void (await mine(tx, viewId).delete()));

/** @throws Problem not_found for an address that leads nowhere, or to what its owner may no longer see */
export async function readFeed(ctx: Ctx, secret: string): Promise<string> {
  const found = await ctx
    .db('calendar_feeds')
    .where({ secret_hash: hashOf(secret) })
    .first();
  const owner = found && (await ctx.use(accounts).byId(ctx, found.user_id));
  if (!owner?.is_active) throw notFound();
  const own = ctx.as(actorOf(owner));
  const { row } = await own.app.access.require(own, { resource: 'view', role: 'viewer' }, found.view_id);
  const { view, collection } = row as LoadedView;
  const schema = await schemaOf(own, collection);
  return writeCalendar(`${collection.name} – ${view.name}`, 'Commonplace', await eventsIn(own, schema, view));
}

async function eventsIn(ctx: Ctx, schema: Schema, view: LoadedView['view']): Promise<WrittenEvent[]> {
  const property = dateProperty(schema, view);
  const { query } = await matching(ctx, schema, { filter: view.config.filter, isSaved: true });
  const dated = ctx.db('row_value').where({ property_id: property.id }).whereRaw('row_value.row_id = pages.id');
  const ids = await query
    .whereExists(dated.select(ctx.db.raw('1')))
    .orderBy('pages.id')
    .limit(EVENTS_MAX)
    .pluck('pages.id');
  const zone = userOf(ctx).timezone || 'UTC';
  return (await rowStore.records(ctx, ids)).flatMap((record) => eventOf(ctx, record, schema, property, zone));
}

function eventOf(ctx: Ctx, record: RowRecord, schema: Schema, property: Schema['title'], zone: string): WrittenEvent[] {
  const date = dateOfRow(schema.properties, valuesOf(record), property);
  if (!date) return [];
  const { baseUrl } = ctx.app;
  const remind = calendarOf(record)?.remind ?? null;
  return [
    {
      uid: `row-${record.id}@${new URL(baseUrl).hostname}`,
      title: record.title,
      url: `${baseUrl}/pages/${record.id}`,
      changed: Date.parse(record.updated_at),
      series: seriesOfRow(date, record, zone),
      ...(remind === null ? {} : { remind: [remind] }),
    },
  ];
}
