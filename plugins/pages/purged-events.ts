// What the stream of events says of pages that are gone for good.
import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { bulkStore } from './bulk-store.ts';

/** In the transaction that removes pages; many that are removed one after the other are looked for once. */
export const forgetEvents = (tx: Ctx): Promise<void> =>
  tx.enqueue('pages.blank-events', {}, { uniqueKey: 'pages.blank-events' });

const pageOf = ({ type, data }: DomainEvent): unknown => (type.startsWith('page.') ? data.id : data.page_id);

/** Once, and daily for what some reader of the stream had not read then. */
export async function blankPurgedPageEvents(ctx: Ctx, _payload: unknown, signal: AbortSignal): Promise<void> {
  await ctx.app.events.blank(async (events) => {
    const ids = [...new Set(events.map(pageOf))].filter((id) => typeof id === 'number');
    const there = new Set<unknown>();
    for (const some of portions(ids)) for (const { id } of await bulkStore.byIds(ctx, some)) there.add(id);
    return events.filter((event) => typeof pageOf(event) === 'number' && !there.has(pageOf(event)));
  }, signal);
}
