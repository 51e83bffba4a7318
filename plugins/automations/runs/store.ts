// SQL of runs: each cause of a rule has one.
import { insertRows } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type AutomationRun, STATUSES } from '../model.ts';

type Stored = Omit<AutomationRun, 'steps'> & { steps_json: string };
export type NewRun = Omit<AutomationRun, 'id' | 'created_at'>;

const read = ({ steps_json, ...row }: Stored): AutomationRun => ({ ...row, steps: JSON.parse(steps_json) });
const stored = ({ steps, ...run }: NewRun, created_at: string) => ({
  ...run,
  detail: run.detail.slice(0, 1000),
  steps_json: JSON.stringify(steps),
  created_at,
});

/** How the causes of a person's presses begin. */
export const pressesOf = (presserId: number): string => `press:${presserId}:`;

export const automationRunStore = {
  /** Undefined: this cause has been looked at already. */
  async insert(ctx: Ctx, run: NewRun): Promise<AutomationRun | undefined> {
    const [row] = await ctx
      .db('automation_runs')
      .insert(stored(run, ctx.now()))
      .onConflict(['automation_id', 'cause'])
      .ignore()
      .returning('*');
    return row && read(row);
  },

  /** What was looked at already stays as it is. */
  async insertMany(ctx: Ctx, runs: NewRun[]): Promise<void> {
    const rows = runs.map((run) => stored(run, ctx.now()));
    await insertRows(ctx.db, 'automation_runs', rows, ' on conflict (automation_id, cause) do nothing');
  },

  change: (ctx: Ctx, id: number, { steps, ...change }: Partial<AutomationRun>): Promise<number> =>
    ctx
      .db('automation_runs')
      .where({ id })
      .update({ ...change, ...(steps && { steps_json: JSON.stringify(steps) }) }),

  async byId(ctx: Ctx, id: number): Promise<AutomationRun | undefined> {
    const row = await ctx.db('automation_runs').where({ id }).first();
    return row && read(row);
  },

  async byCause(ctx: Ctx, automation_id: number, cause: string): Promise<AutomationRun | undefined> {
    const row = await ctx.db('automation_runs').where({ automation_id, cause }).first();
    return row && read(row);
  },

  /** newest first */
  async of(
    ctx: Ctx,
    automation_id: number,
    { status, limit, offset }: { status?: string; limit: number; offset: number },
  ): Promise<AutomationRun[]> {
    const query = ctx.db('automation_runs').where({ automation_id }).orderBy('id', 'desc').limit(limit).offset(offset);
    if (status) query.where({ status });
    return (await query).map(read);
  },

  async newest(ctx: Ctx, automation_id: number, status: string): Promise<AutomationRun | undefined> {
    return (await automationRunStore.of(ctx, automation_id, { status, limit: 1, offset: 0 }))[0];
  },

  async count(ctx: Ctx, automation_id: number, status?: string): Promise<number> {
    const query = ctx.db('automation_runs').where({ automation_id });
    if (status) query.where({ status });
    const [found] = await query.count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  /** Runs of a workspace since a moment that did something or tried to; a press that was refused takes nobody's place. */
  async busy(ctx: Ctx, workspace_id: number, since: string): Promise<{ all: number; presses: number }> {
    const found: { trigger_source: string; count: number | string }[] = await ctx
      .db('automation_runs')
      .where({ workspace_id })
      .where('created_at', '>', since)
      .whereIn('status', ['fired', 'error'])
      .where((own) => own.where('status', 'fired').orWhereNot('trigger_source', 'button'))
      .groupBy('trigger_source')
      .select('trigger_source')
      .count({ count: '*' });
    const counts = found.map(({ trigger_source, count }) => [trigger_source, Number(count)] as const);
    return {
      all: counts.reduce((sum, [, count]) => sum + count, 0),
      presses: new Map<string, number>(counts).get('button') ?? 0,
    };
  },

  /** Presses of a person since a moment, whatever came of them. */
  async presses(ctx: Ctx, workspace_id: number, presserId: number, since: string): Promise<number> {
    const [found] = await ctx
      .db('automation_runs')
      .where({ workspace_id, trigger_source: 'button' })
      .whereIn('status', STATUSES)
      .where('created_at', '>', since)
      .where('cause', 'like', `${pressesOf(presserId)}%`)
      .count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  async purge(ctx: Ctx, { skipped, others, most }: { skipped: string; others: string; most: number }): Promise<void> {
    const runs = () => ctx.db('automation_runs');
    await runs().where({ status: 'skipped' }).where('created_at', '<', skipped).delete();
    await runs().whereNot({ status: 'skipped' }).where('created_at', '<', others).delete();
    const many: number[] = await runs()
      .groupBy('automation_id')
      .havingRaw('count(*) > ?', [most])
      .pluck('automation_id');
    for (const automation_id of many) {
      const last = await runs().where({ automation_id }).orderBy('id', 'desc').offset(most).first('id');
      if (last) await runs().where({ automation_id }).where('id', '<=', last.id).delete();
    }
  },
};
