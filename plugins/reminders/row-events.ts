// Follows changes of rows after their commit: who is newly assigned is told, and what reminds is looked at anew.

import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent, EventStream } from '../../core/kernel/domain-event.ts';
import { accounts } from '../auth/contract.ts';
import { type Duty, databases } from '../databases/contract.ts';
import { notifications } from '../notifications/contract.ts';
import { assigneeStore, reminderStore } from './store.ts';
import { seeing } from './visible-recipients.ts';

/** What came due while a change was on its way is still told. */
const GRACE_MS = 60_000;

const concerns = ({ type, changed }: DomainEvent): boolean =>
  type !== 'page.updated' || changed.some((name) => name === 'calendar' || name.startsWith('values.'));

/** Most rows are nobody's and have no time: they cost one look for all of them, and no turn of those who write. */
async function dutiesAtHand(ctx: Ctx, rowIds: number[]): Promise<Map<number, Duty>> {
  const duties = rowIds.length ? await ctx.use(databases).duties(ctx, rowIds) : [];
  const idle = duties.filter(({ remind, assigned }) => remind === null && !assigned.length);
  const known = new Set(
    await reminderStore.known(
      ctx,
      idle.map(({ rowId }) => rowId),
    ),
  );
  return new Map(
    duties.filter((duty) => !idle.includes(duty) || known.has(duty.rowId)).map((duty) => [duty.rowId, duty]),
  );
}

async function followDuty(ctx: Ctx, duty: Duty, event: DomainEvent): Promise<void> {
  await ctx.tx(async (tx) => {
    await tellAssigned(tx, duty, event);
    if (duty.remind === null) await reminderStore.remove(tx, duty.rowId);
    else {
      const checked_at = new Date(Date.parse(tx.now()) - GRACE_MS).toISOString();
      await reminderStore.set(tx, { row_id: duty.rowId, next_at: checked_at, checked_at });
    }
  });
}

export const rowStream: EventStream = {
  types: () => ['page.created', 'page.updated', 'page.restored'],
  async run(ctx, events) {
    const of = events.filter((event) => event.data.collection_id && concerns(event));
    const duties = await dutiesAtHand(ctx, [...new Set(of.map(({ data }) => data.id))]);
    for (const event of of) {
      const duty = duties.get(event.data.id);
      if (duty) await followDuty(ctx, duty, event);
    }
  },
};

/** Each once, for as long as the row is theirs; an import tells nobody. */
async function tellAssigned(ctx: Ctx, { rowId, assigned }: Duty, event: DomainEvent): Promise<void> {
  const before = await assigneeStore.of(ctx, rowId);
  const gone = before.filter((id) => !assigned.includes(id));
  const named = assigned.filter((id) => !before.includes(id));
  const added = named.length ? (await ctx.use(accounts).byIds(ctx, named)).map(({ id }) => id) : [];
  if (gone.length) await assigneeStore.remove(ctx, rowId, gone);
  if (!added.length) return;
  await assigneeStore.add(ctx, rowId, added);
  if (event.origin === 'import') return;
  const userIds = await seeing(ctx, rowId, added, (own, id) => own.assigned.includes(id));
  await ctx.use(notifications).follow(ctx, rowId, userIds);
  await ctx.use(notifications).tell(ctx, {
    type: 'assignment',
    cause: `assigned:${event.id}`,
    topic: `assigned:${event.data.collection_id}`,
    url: `/pages/${rowId}`,
    pageId: rowId,
    actorId: event.actor_id,
    userIds,
  });
}
