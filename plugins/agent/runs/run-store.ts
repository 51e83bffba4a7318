// SQL of runs.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentRun, RunStatus } from '../model.ts';

type StoredRun = Omit<AgentRun, 'private_read' | 'tainted' | 'fill'> & {
  private_read: number;
  tainted: number;
  fill_json: string | null;
};
export type RunChange = Partial<Omit<AgentRun, 'id' | 'user_id'>>;

const rows = (ctx: Ctx): Knex.QueryBuilder => ctx.db('agent_runs');
const read = ({ fill_json, ...row }: StoredRun): AgentRun => ({
  ...row,
  fill: fill_json === null ? null : JSON.parse(fill_json),
  private_read: Boolean(row.private_read),
  tainted: Boolean(row.tainted),
});
const stored = ({ private_read, tainted, fill, ...change }: RunChange) => ({
  ...change,
  ...(fill && { fill_json: JSON.stringify(fill) }),
  ...(private_read !== undefined && { private_read: Number(private_read) }),
  ...(tainted !== undefined && { tainted: Number(tainted) }),
});

const OPEN: RunStatus[] = ['running', 'waiting'];

export interface DayUse {
  day: string;
  runs: number;
  tokens_in: number;
  tokens_out: number;
}

/** What is kept of runs that go. */
const USED = ['runs', 'tokens_in', 'tokens_out'] as const;
type UsedRow = { user_id: number; day: string } & Record<(typeof USED)[number], unknown>;

const sumsOf = (ctx: Ctx, sums: Record<string, string>): Knex.Raw[] =>
  Object.entries(sums).map(([name, sum]) => ctx.db.raw(`coalesce(sum(${sum}), 0) as ??`, [name]));

export const agentRunStore = {
  async byId(ctx: Ctx, id: number): Promise<AgentRun | undefined> {
    const row = await rows(ctx).where({ id }).first();
    return row && read(row);
  },

  /** until the transaction ends */
  hold: (ctx: Ctx, id: number): Promise<unknown> => rows(ctx).where({ id }).forUpdate().first('id'),

  /** the one that runs or waits */
  async open(ctx: Ctx, conversation_id: number): Promise<AgentRun | undefined> {
    const row = await rows(ctx).where({ conversation_id }).whereIn('status', OPEN).first();
    return row && read(row);
  },

  /** conversations of a person in which something waits for their decision */
  waiting: (ctx: Ctx, user_id: number): Promise<number[]> =>
    rows(ctx).where({ user_id, status: 'waiting' }).whereNotNull('conversation_id').pluck('conversation_id'),

  async last(ctx: Ctx, conversation_id: number): Promise<AgentRun | undefined> {
    const row = await rows(ctx).where({ conversation_id }).orderBy('id', 'desc').first();
    return row && read(row);
  },

  /** oldest first */
  of: async (ctx: Ctx, conversation_id: number): Promise<AgentRun[]> =>
    (await rows(ctx).where({ conversation_id }).orderBy('id')).map(read),

  /** of agents of other programs, newest first */
  outside: async (ctx: Ctx, user_id: number, limit: number): Promise<AgentRun[]> =>
    (await rows(ctx).where({ user_id, conversation_id: null, model: '' }).orderBy('id', 'desc').limit(limit)).map(read),

  /** what an agent of another program did with this token, since a moment */
  async outsideSince(ctx: Ctx, user_id: number, token_id: number | null, since: string): Promise<AgentRun | undefined> {
    const row = await rows(ctx)
      .where({ user_id, token_id, conversation_id: null, status: 'done', model: '' })
      .where('created_at', '>', since)
      .orderBy('id', 'desc')
      .first();
    return row && read(row);
  },

  async insert(ctx: Ctx, run: RunChange & { user_id: number }): Promise<AgentRun> {
    const at = { created_at: ctx.now(), day: ctx.now().slice(0, 10) };
    const [row] = await rows(ctx).insert({ ...stored(run), ...at, user_id: run.user_id }, '*');
    return read(row);
  },

  /** Undefined: it is none of these any more. */
  async change(ctx: Ctx, id: number, from: RunStatus[], change: RunChange): Promise<AgentRun | undefined> {
    const [row] = await rows(ctx).where({ id }).whereIn('status', from).update(stored(change), '*');
    return row && read(row);
  },

  renew: (ctx: Ctx, ids: number[], lease_until: string): Promise<number> =>
    rows(ctx).whereIn('id', ids).where({ status: 'running' }).update({ lease_until }),

  running: async (ctx: Ctx): Promise<AgentRun[]> =>
    (await rows(ctx).where({ status: 'running' }).orderBy('id')).map(read),

  /** Before a conversation goes, what its runs have used is kept, as sums a day; what is on its way counts as used. */
  async keepUse(tx: Ctx, conversation_id: number): Promise<void> {
    const found: UsedRow[] = await rows(tx)
      .where({ conversation_id })
      .groupBy('user_id', 'day')
      .select('user_id', 'day', ...sumsOf(tx, { tokens_in: 'tokens_in + tokens_reserved', tokens_out: 'tokens_out' }))
      .select(tx.db.raw('count(*) as runs'));
    for (const { user_id, day, ...row } of found) {
      const more = Object.fromEntries(USED.map((name) => [name, Number(row[name])]));
      const sum = (name: string) => tx.db.raw('agent_usage.?? + excluded.??', [name, name]);
      await tx
        .db('agent_usage')
        .insert({ user_id, day, ...more })
        .onConflict(['user_id', 'day'])
        .merge(Object.fromEntries(USED.map((name) => [name, sum(name)])));
    }
  },

  /** tokens of a person on a day, also in what is deleted, and what is reserved for answers on their way */
  async usedOn(ctx: Ctx, user_id: number, day: string): Promise<{ used: number; reserved: number }> {
    // In this order: of what is deleted in between nothing is missed.
    const [found] = await rows(ctx)
      .where({ user_id, day })
      .select(...sumsOf(ctx, { used: 'tokens_in + tokens_out', reserved: 'tokens_reserved' }));
    const gone = await ctx.db('agent_usage').where({ user_id, day }).first();
    const used = Number(found?.used ?? 0) + Number(gone?.tokens_in ?? 0) + Number(gone?.tokens_out ?? 0);
    return { used, reserved: Number(found?.reserved ?? 0) };
  },

  /** of everybody, newest day first */
  async byDay(ctx: Ctx, since: string): Promise<DayUse[]> {
    const kept = ctx
      .db('agent_usage')
      .where('day', '>=', since)
      .select('day', ...USED);
    const all = rows(ctx)
      .where('day', '>=', since)
      .select('day', ctx.db.raw('1 as runs'), 'tokens_in', 'tokens_out')
      .unionAll([kept]);
    const found: Record<keyof DayUse, unknown>[] = await ctx.db
      .from(all.as('used'))
      .groupBy('day')
      .orderBy('day', 'desc')
      .select('day', ...sumsOf(ctx, { runs: 'runs', tokens_in: 'tokens_in', tokens_out: 'tokens_out' }));
    return found.map(({ day, runs, tokens_in, tokens_out }) => ({
      ...{ day: String(day), runs: Number(runs), tokens_in: Number(tokens_in), tokens_out: Number(tokens_out) },
    }));
  },
};
