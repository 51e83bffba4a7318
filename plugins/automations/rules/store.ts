// SQL of rules.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule, RuleAction, RuleInput } from '../model.ts';

type Stored = Omit<Rule, 'condition_json' | 'actions_json' | 'enabled' | 'include_imports'> & {
  condition_json: string;
  actions_json: string;
  enabled: number;
  include_imports: number;
};

/** What is needed to know whether an event concerns a rule. */
export type RuleSummary = Pick<Rule, 'id' | 'workspace_id' | 'event' | 'collection_id' | 'include_imports'>;

const read = (row: Stored): Rule => ({
  ...row,
  condition_json: JSON.parse(row.condition_json),
  actions_json: JSON.parse(row.actions_json),
  enabled: Boolean(row.enabled),
  include_imports: Boolean(row.include_imports),
});

/** Webhooks that actions name. */
export const webhooksIn = (actions: RuleAction[]): number[] =>
  actions.flatMap((action) => ('webhook_id' in action && action.webhook_id ? [action.webhook_id] : []));

type Change = Partial<Omit<Rule, 'id'>>;

function stored({ condition_json, actions_json, enabled, include_imports, ...rest }: Change) {
  return {
    ...rest,
    ...(condition_json && { condition_json: JSON.stringify(condition_json) }),
    ...(actions_json && { actions_json: JSON.stringify(actions_json) }),
    ...(enabled !== undefined && { enabled: Number(enabled) }),
    ...(include_imports !== undefined && { include_imports: Number(include_imports) }),
  };
}

const rules = (ctx: Ctx): Knex.QueryBuilder => ctx.db('automations');

export const automationStore = {
  async byId(ctx: Ctx, id: number): Promise<Rule | undefined> {
    const row = await rules(ctx).where({ id }).first();
    return row && read(row);
  },

  /** of these, the ids of rules that are still there, and stay until the transaction ends */
  holdAmong: (tx: Ctx, ids: number[]): Promise<number[]> => rules(tx).whereIn('id', ids).forKeyShare().pluck('id'),

  /** of these workspaces, by name */
  async of(
    ctx: Ctx,
    workspaceIds: number[],
    window: { limit: number; offset: number; collectionId?: number | undefined },
  ): Promise<Rule[]> {
    const found = await rules(ctx)
      .whereIn('workspace_id', workspaceIds)
      .where(window.collectionId === undefined ? {} : { collection_id: window.collectionId })
      .orderBy(['name', 'id'])
      .limit(window.limit)
      .offset(window.offset);
    return found.map(read);
  },

  /** those of buttons, by name */
  async buttons(ctx: Ctx, workspaceId: number, limit: number): Promise<Rule[]> {
    const found = await rules(ctx)
      .where({ workspace_id: workspaceId, trigger_type: 'button' })
      .orderBy(['name', 'id'])
      .limit(limit);
    return found.map(read);
  },

  /** ids of the webhooks that rules name in their actions */
  async webhooksNamed(ctx: Ctx): Promise<number[]> {
    const lists: string[] = await rules(ctx).where('actions_json', 'like', '%"webhook_id":%').pluck('actions_json');
    return lists.flatMap((json) => webhooksIn(JSON.parse(json)));
  },

  async count(ctx: Ctx, workspaceIds: number[]): Promise<number> {
    const [found] = await rules(ctx).whereIn('workspace_id', workspaceIds).count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  headings: (ctx: Ctx): Promise<RuleSummary[]> =>
    rules(ctx)
      .where({ enabled: 1, trigger_type: 'event' })
      .orderBy('id')
      .select('id', 'workspace_id', 'event', 'collection_id', 'include_imports') as never,

  /** enabled ones but `except` whose slot has come, the oldest first */
  async due(ctx: Ctx, now: string, limit: number, except: number[]): Promise<Rule[]> {
    const found = await rules(ctx)
      .where({ enabled: 1, trigger_type: 'cron' })
      .where('next_run_at', '<=', now)
      .whereNotIn('id', except)
      .orderBy(['next_run_at', 'id'])
      .limit(limit);
    return found.map(read);
  },

  async insert(ctx: Ctx, rule: RuleInput & Pick<Rule, 'workspace_id' | 'run_as' | 'created_by' | 'next_run_at'>) {
    const at = { created_at: ctx.now(), updated_at: ctx.now() };
    const [row] = await rules(ctx)
      .insert({ ...stored(rule), ...at })
      .returning('*');
    return read(row);
  },

  change: (ctx: Ctx, id: number, change: Change): Promise<number> => rules(ctx).where({ id }).update(stored(change)),

  /** Counts a run; an error adds to those in a row, anything else ends them. */
  tally: (ctx: Ctx, id: number, error: string | null): Promise<number> =>
    rules(ctx)
      .where({ id })
      .update({
        last_run_at: ctx.now(),
        ...(error === null
          ? { run_count: ctx.db.raw('run_count + 1'), error_count: 0, last_error: null }
          : { error_count: ctx.db.raw('error_count + 1'), last_error: error }),
      }),

  /** A failure that says nothing of the rule. */
  ran: (ctx: Ctx, id: number): Promise<number> => rules(ctx).where({ id }).update({ last_run_at: ctx.now() }),

  /** rises with every change of rules, in the transaction of the change */
  nextRevision: (tx: Ctx): Promise<number> => tx.db('automation_revision').increment('revision', 1),
  revision: async (ctx: Ctx): Promise<number> => (await ctx.db('automation_revision').first('revision'))?.revision ?? 0,

  remove: (ctx: Ctx, id: number): Promise<number> => rules(ctx).where({ id }).delete(),
};
