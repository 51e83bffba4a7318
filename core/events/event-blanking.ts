// What is gone for good leaves its events in the stream, at their places and with its ids, and nothing that they said of it.
import type { Knex } from 'knex';
import type { App } from '../kernel/app.ts';
import type { DomainEvent, FindPurgedEvents } from '../kernel/domain-event.ts';

/** What others name the thing by; flags stay, too, since they only say how it was told of. */
const KEPT = new Set(['id', 'page_id', 'collection_id', 'parent_id', 'kind']);
const AT_ONCE = 1000;

const isKept = ([key, value]: [string, unknown]): boolean => KEPT.has(key) || typeof value === 'boolean';

/** Goes through what everybody has read up to a place; readers who are behind it still get all of it. */
export async function blankEvents(
  app: App,
  upTo: number,
  findGone: FindPurgedEvents,
  signal: AbortSignal,
): Promise<void> {
  for (let last = 0; ; ) {
    signal.throwIfAborted();
    const part = (await app.events.after(app.database.reader, last, AT_ONCE)).filter(({ seq }) => seq <= upTo);
    const telling = part.filter(({ data }) => !Object.entries(data).every(isKept));
    const gone = telling.length ? await findGone(telling) : [];
    if (gone.length) await app.database.transaction((trx) => blank(trx, gone));
    last = part.at(-1)?.seq ?? last;
    if (part.length < AT_ONCE) return;
  }
}

async function blank(trx: Knex.Transaction, events: DomainEvent[]): Promise<void> {
  for (const { id, data } of events) {
    const left = Object.fromEntries(Object.entries(data).filter(isKept));
    await trx('domain_events')
      .where({ event_id: id })
      .update({ data: JSON.stringify(left) });
  }
}
