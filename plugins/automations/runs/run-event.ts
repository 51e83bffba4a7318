// What happened before a run, as somebody may read it: events are kept for 30 days, runs longer.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { AutomationRun, Rule } from '../model.ts';
import { visibleProperties } from '../rules/clause-words.ts';

export interface ShownEvent {
  type: string;
  /** who caused it; empty where that was no person */
  by: string;
  /** fields, and properties by their names */
  changed: string[];
}

const CAUSE = /^event:(.+)$/;
const VALUE = /^values\.(\d+)$/;

/** Nothing for a run of the clock or of a button, and for an event that is not kept any more. */
export async function shownEvent(ctx: Ctx, rule: Rule, run: AutomationRun): Promise<ShownEvent | undefined> {
  const [, id] = CAUSE.exec(run.cause) ?? [];
  const event = id === undefined ? undefined : await ctx.app.events.byId(ctx.db, id);
  if (!event) return undefined;
  const user = event.actor_id === null ? undefined : await ctx.use(accounts).byId(ctx, event.actor_id);
  return {
    type: event.type,
    by: user ? user.full_name || user.login : '',
    changed: await changedNames(ctx, rule, event.changed),
  };
}

/** Properties that the reader does not see are left out. */
async function changedNames(ctx: Ctx, rule: Rule, changed: readonly string[]): Promise<string[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const known = await visibleProperties(ctx, rule.collection_id);
  return changed.flatMap((name) => {
    const [, property] = VALUE.exec(name) ?? [];
    if (property === undefined) return name === 'title' ? [t('automations.field.title')] : [name];
    return known.find(({ id }) => id === Number(property))?.name ?? [];
  });
}
