// Notes for each hook what it is to be told of: many events at once, and by one statement for all hooks.
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent, EventStream } from '../../core/kernel/domain-event.ts';
import { databases } from '../databases/contract.ts';
import { type DeliveryRow, deliveryStore, type NewDelivery } from './delivery/delivery-store.ts';
import { EVENT_CATALOG, namesEvent, streamTypes } from './event-catalog.ts';
import { ownerCtx, subjectPage, visibleChanges, visibleEvents } from './hook-owner.ts';
import { messageOf } from './message.ts';
import { type WebhookRow, webhookStore } from './store.ts';
import { switchOff } from './switch-off.ts';

/** Told to all processes when something waits to be sent. */
export const DELIVERIES = 'webhooks.deliveries';

/** What a hook asks for, whatever its owner may see. */
export function asksFor(hook: WebhookRow, event: DomainEvent): boolean {
  const { data, origin, type, workspace_id } = event;
  if (hook.workspace_id !== null && hook.workspace_id !== workspace_id) return false;
  if (origin === 'import' && !hook.include_imports && type !== 'import.completed') return false;
  const collection = type.startsWith('collection.') ? data.id : data.collection_id;
  if (hook.collection_id !== null && hook.collection_id !== collection) return false;
  return namesEvent(JSON.parse(hook.events), event);
}

/** A filter is about rows, in the trash too: of other things, and of what is gone for good, such a hook is told nothing. */
async function passes(owner: Ctx, hook: WebhookRow, { type, data }: DomainEvent): Promise<boolean> {
  if (!hook.filter) return true;
  if (!type.startsWith('page.') || data.kind === 'collection') return false;
  try {
    return await owner.use(databases).matches(owner, data.id, JSON.parse(hook.filter));
  } catch (error) {
    // Gone since: it cannot pass.
    if (error instanceof Problem && error.code === 'not_found') return false;
    throw error;
  }
}

/** A hook and events that it asks for. */
export interface HookEvents {
  hook: WebhookRow;
  events: DomainEvent[];
}

/** Who owns some hooks, and what they see of the events that those ask for; no context: they may have none any more. */
interface OwnerSight {
  owner: Ctx | undefined;
  seen: ReadonlySet<DomainEvent>;
}

/** @param hooks of one owner in one workspace, who is asked about once */
export async function sightOf(ctx: Ctx, hooks: HookEvents[]): Promise<OwnerSight> {
  const owner = hooks[0] && (await ownerCtx(ctx, hooks[0].hook));
  const events = new Set(hooks.flatMap((one) => one.events));
  return { owner, seen: new Set(owner ? await visibleEvents(owner, [...events]) : []) };
}

/** What the hook is to be told of its events. @throws Problem validation_failed for its filter */
export async function deliveriesOf({ hook, events }: HookEvents, { owner, seen }: OwnerSight): Promise<NewDelivery[]> {
  const made: NewDelivery[] = [];
  for (const event of events) {
    if (!owner || !seen.has(event) || !(await passes(owner, hook, event))) continue;
    const changed = await visibleChanges(owner, event.changed, event.data.collection_id);
    // All that changed is hidden from them: to them nothing has happened.
    if (event.changed.length && !changed.length) continue;
    made.push({
      webhook_id: hook.id,
      event_id: event.id,
      cause: `${event.id}:${hook.id}`,
      event: event.type,
      page_id: subjectPage(event),
      payload: JSON.stringify(messageOf({ ...event, changed })),
    });
  }
  return made;
}

/** Deliveries in the transaction of `tx`; whoever sends is woken when it commits. */
export async function queueDeliveries(tx: Ctx, rows: NewDelivery[]): Promise<DeliveryRow[]> {
  const made = await deliveryStore.insert(tx, rows);
  if (made.length) tx.afterCommit(() => tx.app.bus.publish(DELIVERIES, ''));
  return made;
}

/** A hook may have been deleted while it was found out what it is to be told. */
async function queueForKnown(tx: Ctx, rows: NewDelivery[]): Promise<void> {
  const known = new Set(await webhookStore.keep(tx, [...new Set(rows.map(({ webhook_id }) => webhook_id))]));
  await queueDeliveries(
    tx,
    rows.filter(({ webhook_id }) => known.has(webhook_id)),
  );
}

async function run(ctx: Ctx, events: DomainEvent[]): Promise<void> {
  const asking = (await webhookStore.enabled(ctx)).map((hook) => ({
    hook,
    // What happened before it was made may just be read.
    events: events.filter((event) => event.timestamp >= hook.created_at && asksFor(hook, event)),
  }));
  const byOwner = Map.groupBy(
    asking.filter((one) => one.events.length > 0),
    ({ hook: { user_id, workspace_id } }) => `${user_id} ${workspace_id}`,
  );
  const rows: NewDelivery[] = [];
  for (const hooks of byOwner.values()) {
    const sight = await sightOf(ctx, hooks);
    for (const one of hooks)
      try {
        rows.push(...(await deliveriesOf(one, sight)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await ctx.tx((tx) => switchOff(tx, one.hook, 'filter_invalid'));
      }
  }
  if (rows.length) await ctx.tx((tx) => queueForKnown(tx, rows));
}

/** Without a hook that is on nothing is asked for, and no event costs a turn. */
export const deliveryStream: EventStream = {
  async types(app: App) {
    const lists = await webhookStore.eventsOfEnabled(app.database.reader);
    return [...new Set(lists.flatMap((list) => streamTypes(JSON.parse(list))))].filter(
      (name) => name.endsWith('.*') || name in EVENT_CATALOG,
    );
  },
  run,
};
