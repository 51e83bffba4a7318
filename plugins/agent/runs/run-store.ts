// SQL of runs.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentRun, RunStatus } from '../model.ts';

type StoredRun = Omit<AgentRun, 'private_read' | 'tainted'> & { private_read: number; tainted: number };
export type RunChange = Partial<Omit<AgentRun, 'id' | 'user_id'>>;

const rows = (ctx: Ctx): Knex.QueryBuilder => ctx.db('agent_runs');
const read = (row: StoredRun): AgentRun => ({
  ...row,
  private_read: Boolean(row.private_read),
  tainted: Boolean(row.tainted),
});
const stored = ({ private_read, tainted, ...change }: RunChange) => ({
  ...change,
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

  /** tokens that a person has used or reserved on a day */
  async usedOn(ctx: Ctx, user_id: number, day: string): Promise<number> {
    const [found] = await rows(ctx)
      .where({ user_id, day })
      .select(ctx.db.raw('coalesce(sum(tokens_in + tokens_out + tokens_reserved), 0) as used'));
    return Number(found?.used ?? 0);
  },

  /** of everybody, newest day first */
  async byDay(ctx: Ctx, since: string): Promise<DayUse[]> {
    const sums = ['tokens_in', 'tokens_out'].map((name) => ctx.db.raw('sum(??) as ??', [name, name]));
    const found = await rows(ctx)
      .where('day', '>=', since)
      .groupBy('day')
      .orderBy('day', 'desc')
      .select('day', ctx.db.raw('count(*) as runs'), ...sums);
    return found.map(({ day, runs, tokens_in, tokens_out }: Record<keyof DayUse, unknown>) => ({
      ...{ day: String(day), runs: Number(runs), tokens_in: Number(tokens_in), tokens_out: Number(tokens_out) },
    }));
  },
};
