// Every minute: tells people of rows that are due soon, each occurrence once, whatever process looks and however late.
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { type Duty, databases } from '../databases/contract.ts';
import { notifications } from '../notifications/contract.ts';
import { type DueRow, reminderStore } from './store.ts';
import { seeing } from './visible-recipients.ts';

const AT_ONCE = 200;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What was due longer ago is told no more, however long nobody looked. */
const LATE_MS = 24 * HOUR;
/** A row by the clocks of people is looked at again before it is due: their zones may change. */
const AGAIN_MS = 12 * HOUR;
/** One without a next start, too, since its dates may come back without a change of the row. */
const REST_MS = 30 * 24 * HOUR;
/** Starts that are looked through for what was missed. */
const MISSED_MAX = 1000;

export async function remind(ctx: Ctx, _payload: unknown, signal: AbortSignal): Promise<void> {
  for (let due: DueRow[]; !signal.aborted; ) {
    due = await reminderStore.due(ctx, ctx.now(), AT_ONCE);
    if (!due.length) return;
    const duties = await ctx.use(databases).duties(
      ctx,
      due.map(({ row_id }) => row_id),
    );
    const byRow = new Map(duties.map((duty) => [duty.rowId, duty]));
    for (const row of due) await check(ctx, row, byRow.get(row.row_id));
  }
}

/** People by the zone in which they are reminded. */
async function zonesOf(ctx: Ctx, { reminded, isFloating }: Duty): Promise<Map<string, number[]>> {
  const people = reminded.length ? await ctx.use(accounts).byIds(ctx, reminded) : [];
  const byZone = Map.groupBy(people, ({ timezone }) => (isFloating && timezone) || 'UTC');
  return new Map([...byZone].map(([zone, some]) => [zone, some.map(({ id }) => id)]));
}

async function check(ctx: Ctx, { row_id, checked_at }: DueRow, duty: Duty | undefined): Promise<void> {
  const now = Date.parse(ctx.now());
  const since = Math.max(Date.parse(checked_at), now - LATE_MS);
  const zones = duty && duty.remind !== null ? await zonesOf(ctx, duty) : new Map<string, number[]>();
  await ctx.tx(async (tx) => {
    let next = now + (duty?.isFloating ? AGAIN_MS : REST_MS);
    for (const [zone, people] of zones) {
      const upcoming = await tellDue(tx, duty as Duty, { since, now, zone, people });
      if (upcoming !== undefined) next = Math.min(next, upcoming);
    }
    await reminderStore.set(tx, {
      row_id,
      next_at: new Date(next).toISOString(),
      checked_at: new Date(now).toISOString(),
    });
  });
}

interface Due {
  since: number;
  now: number;
  zone: string;
  people: number[];
}

/** Tells of the last start that came due; earlier ones that were missed are over. Returns when the next one is due. */
async function tellDue(ctx: Ctx, duty: Duty, { since, now, zone, people }: Due): Promise<number | undefined> {
  const ahead = (duty.remind as number) * MINUTE;
  // From the first start that was not due yet when somebody last looked.
  const starts = duty.starts(since + ahead + 1, zone, MISSED_MAX);
  const missed = starts.filter(({ at }) => at - ahead <= now);
  let last: { name: string; at: number } | undefined;
  for (const { occurrence, at } of missed) {
    const name = duty.isFloating ? `${occurrence} ${zone}` : occurrence;
    last = (await reminderStore.log(ctx, duty.rowId, name)) ? { name, at } : undefined;
  }
  const isSaid = (own: Duty, id: number) =>
    own.reminded.includes(id) && own.starts(since + ahead + 1, zone, MISSED_MAX).some(({ at }) => at === last?.at);
  if (last)
    await ctx.use(notifications).tell(ctx, {
      type: 'reminder',
      cause: `reminder:${duty.rowId}:${last.name}`,
      topic: 'reminders',
      url: `/pages/${duty.rowId}`,
      pageId: duty.rowId,
      isUrgent: true,
      actorId: null,
      userIds: await seeing(ctx, duty.rowId, people, isSaid),
    });
  const upcoming = starts.find(({ at }) => at - ahead > now);
  return upcoming && upcoming.at - ahead;
}
