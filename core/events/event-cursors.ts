// How far each reader of the stream has come, and who holds its turn.
import type { Knex } from 'knex';
import { hasEnded } from '../boot/instance.ts';
import type { App } from '../kernel/app.ts';

/** The cursor of what gives numbers: the last one that was given. */
export const SEQUENCER = 'sequencer';

const LEASE_SECONDS = 60;

interface CursorRow {
  name: string;
  position: number;
  lease_owner: string | null;
  lease_until: string | null;
}

/** The row of a cursor, made when there is none, held until the transaction ends. */
export async function cursor(trx: Knex.Transaction, name: string, now: string): Promise<CursorRow> {
  const read = (): Promise<CursorRow | undefined> => trx('event_cursors').where({ name }).forUpdate().first();
  const known = await read();
  if (known) return known;
  await trx('event_cursors').insert({ name, position: 0, updated_at: now }).onConflict('name').ignore();
  return (await read()) as CursorRow;
}

const leaseEnd = (now: string): string => new Date(Date.parse(now) + LEASE_SECONDS * 1000).toISOString();

/** Takes the turn of a reader and answers its position; null: another process has it. */
export async function leaseCursor(app: App, name: string): Promise<number | null> {
  const now = app.now();
  return app.database.transaction(async (trx) => {
    const row = await cursor(trx, name, now);
    const other = row.lease_owner !== app.instance ? row.lease_owner : null;
    if (other && row.lease_until && row.lease_until > now && !hasEnded(other)) return null;
    await trx('event_cursors')
      .where({ name })
      .update({ lease_owner: app.instance, lease_until: leaseEnd(now) });
    return row.position;
  });
}

const held = (app: App, name: string) =>
  app.database.writer('event_cursors').where({ name, lease_owner: app.instance });

/** False: another process has taken the reader over. */
export const renewCursor = async (app: App, name: string): Promise<boolean> =>
  (await held(app, name).update({ lease_until: leaseEnd(app.now()) })) > 0;

/** Gives the turn back; what is read up to `position` is done. */
export async function releaseCursor(app: App, name: string, position: number): Promise<void> {
  await held(app, name).update({ position, lease_owner: null, lease_until: null, updated_at: app.now() });
}

/** A reader that is new begins at the end: what happened before it was installed is not its business. */
export async function enterCursors(app: App, names: string[]): Promise<void> {
  const known = new Set(await app.database.reader('event_cursors').pluck('name'));
  const fresh = names.filter((name) => !known.has(name));
  if (!fresh.length) return;
  await app.database.transaction(async (trx) => {
    const { position } = await cursor(trx, SEQUENCER, app.now());
    const rows = fresh.map((name) => ({ name, position, updated_at: app.now() }));
    await trx('event_cursors').insert(rows).onConflict('name').ignore();
  });
}

/** Those for whom there is nothing go on in one statement, without a lease. */
export async function passCursors(app: App, names: string[], position: number): Promise<void> {
  const now = app.now();
  await app.database
    .writer('event_cursors')
    .whereIn('name', names)
    .where('position', '<', position)
    .where((free) => free.whereNull('lease_owner').orWhere('lease_until', '<=', now))
    .update({ position, updated_at: now });
}
