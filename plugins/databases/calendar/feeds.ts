// A view as a calendar that other programs follow, at a secret address: what its owner may see at the moment it is read.

import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { portions } from '../../../core/database/chunks.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Ctx, userOf, zoneOf } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import type { LoadedView } from '../access.ts';
import type { DatedRow, Property, ViewConfig } from '../contract.ts';
import { storageOf } from '../model.ts';
import { viewPolicies } from '../policies.ts';
import { matching } from '../query/list-rows.ts';
import { parseRowValues, type RowRecord, rowStore } from '../rows/store.ts';
import { isDateProperty } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { dateProperty } from './events.ts';
import { writeCalendar } from './recurrence/index.ts';
import { dateOfRow, seriesOfRow, storedCalendar } from './row-series.ts';

const EVENTS_MAX = 5000;
const SECRET_BYTES = 24;

/** Rows that are read before other requests have their turn. */
const AT_ONCE = 500;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const mine = (ctx: Ctx, viewId: number) => ctx.db('calendar_feeds').where({ view_id: viewId, user_id: userOf(ctx).id });

/** Of a view, for the actor; the address is known only when it is made. */
export interface Feed {
  created_at: string | null;
}

export const calendarFeed = async (ctx: Ctx, viewId: number): Promise<Feed> => ({
  created_at: (await mine(ctx, viewId).first('created_at'))?.created_at ?? null,
});

/** A new address; the one before leads nowhere from now on. @throws Problem validation_failed without a date */
export async function makeFeed(ctx: Ctx, { view, collection }: LoadedView): Promise<Feed & { url: string }> {
  dateProperty(await visibleSchemaOf(ctx, collection), view);
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
  const { row } = await own.app.access.require(own, viewPolicies.view, found.view_id);
  const { view, collection } = row as LoadedView;
  const schema = await visibleSchemaOf(own, collection);
  return writeCalendar(`${collection.name} – ${view.name}`, 'Commonplace', await eventsIn(own, schema, view));
}

function eventsIn(ctx: Ctx, schema: Schema, view: LoadedView['view']): Promise<DatedRow[]> {
  return rowEvents(ctx, schema, { filter: view.config.filter, property: dateProperty(schema, view), most: EVENTS_MAX });
}

interface AskedEvents {
  filter?: ViewConfig['filter'];
  /** the date they go by; without one each goes by the first it has */
  property?: Property;
  most?: number;
}

/** Rows that the actor sees and that have a date, by their ids. */
async function rowEvents(ctx: Ctx, schema: Schema, { filter, property, most }: AskedEvents): Promise<DatedRow[]> {
  const dates = property ? [property] : schema.properties.filter(isDateProperty);
  const ofRow = ctx.db('row_value').whereRaw('row_value.row_id = pages.id');
  const dated = ofRow.whereIn('property_id', dates.map(storageOf));
  const { query } = await matching(ctx, schema, { filter, isSaved: true });
  query.whereExists(dated.select(ctx.db.raw('1'))).orderBy('pages.id');
  if (most !== undefined) query.limit(most);
  const records = await rowStore.records(ctx, await query.pluck('pages.id'));
  const zone = zoneOf(ctx);
  const events: DatedRow[] = [];
  for (const some of portions(
    records.sort((a, b) => a.id - b.id),
    AT_ONCE,
  )) {
    await breath();
    events.push(...some.flatMap((record) => eventOf(ctx, record, schema, property, zone)));
  }
  return events;
}

/** All rows with a date that the actor sees, for a file; undefined where there is no date at all. */
export async function datedRows(ctx: Ctx, schema: Schema): Promise<DatedRow[] | undefined> {
  if (!schema.properties.some(isDateProperty)) return undefined;
  return rowEvents(ctx, schema, {});
}

function eventOf(
  ctx: Ctx,
  record: RowRecord,
  schema: Schema,
  property: Property | undefined,
  zone: string,
): DatedRow[] {
  const date = dateOfRow(schema.properties, parseRowValues(record, schema), property);
  if (!date) return [];
  const { baseUrl } = ctx.app;
  const remind = storedCalendar(record)?.remind ?? null;
  return [
    {
      rowId: record.id,
      uid: `row-${record.id}@${new URL(baseUrl).hostname}`,
      title: record.title,
      url: `${baseUrl}/pages/${record.id}`,
      changed: Date.parse(record.updated_at),
      series: seriesOfRow(date, record, zone),
      ...(remind === null ? {} : { remind: [remind] }),
    },
  ];
}
