// SQL of actions: what was proposed, what the person said to it, and how it is taken back.
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ActionStatus, AgentAction } from '../model.ts';

type Stored = Omit<AgentAction, 'args' | 'preview' | 'undo'> & {
  args_json: string;
  preview_json: string | null;
  undo_json: string | null;
};

const rows = (ctx: Ctx): Knex.QueryBuilder => ctx.db('agent_actions');
const read = ({ args_json, preview_json, undo_json, ...row }: Stored): AgentAction => ({
  ...row,
  args: JSON.parse(args_json),
  preview: preview_json ? JSON.parse(preview_json) : null,
  undo: undo_json ? JSON.parse(undo_json) : null,
});
const stored = ({ args, preview, undo, ...change }: Partial<AgentAction>) => ({
  ...change,
  ...(args && { args_json: JSON.stringify(args) }),
  ...(preview && { preview_json: JSON.stringify(preview) }),
  ...(undo && { undo_json: JSON.stringify(undo) }),
});

export const actionStore = {
  async byId(ctx: Ctx, id: number): Promise<AgentAction | undefined> {
    const row = await rows(ctx).where({ id }).first();
    return row && read(row);
  },

  /** in their order */
  of: async (ctx: Ctx, runIds: number[]): Promise<AgentAction[]> =>
    (await rows(ctx).whereIn('run_id', runIds).orderBy('id')).map(read),

  async insert(
    ctx: Ctx,
    action: Pick<AgentAction, 'run_id' | 'call_id' | 'tool' | 'args'> & Partial<AgentAction>,
  ): Promise<AgentAction> {
    const [row] = await rows(ctx).insert({ ...stored(action), created_at: ctx.now() }, '*');
    return read(row);
  },

  /** Undefined: it is something else by now. */
  async change(
    ctx: Ctx,
    id: number,
    from: ActionStatus,
    change: Partial<AgentAction>,
  ): Promise<AgentAction | undefined> {
    const [row] = await rows(ctx).where({ id, status: from }).update(stored(change), '*');
    return row && read(row);
  },

  /** what was allowed for the rest of a run was allowed before the model had read more */
  endAllowances: (ctx: Ctx, run_id: number): Promise<number> =>
    rows(ctx).where({ run_id, allowed: 'run' }).update({ allowed: 'once' }),

  async isAllowed(ctx: Ctx, run_id: number, tool: string): Promise<boolean> {
    return Boolean(await rows(ctx).where({ run_id, tool, allowed: 'run' }).whereNot({ status: 'denied' }).first('id'));
  },

  async count(ctx: Ctx, run_id: number, tool: string): Promise<number> {
    const [found] = await rows(ctx).where({ run_id, tool, status: 'done' }).count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  /** what nobody will decide or do any more */
  giveUp: (
    ctx: Ctx,
    run_id: number,
    from: 'proposed' | 'approved',
    status: 'denied' | 'failed',
    detail: string,
  ): Promise<number> => rows(ctx).where({ run_id, status: from }).update({ status, detail, decided_at: ctx.now() }),

  /** those that the run has changed, and has not taken back */
  pagesOf: (ctx: Ctx, run_id: number): Promise<number[]> =>
    rows(ctx).where({ run_id, status: 'done' }).whereNotNull('page_id').distinct().pluck('page_id'),

  /** a page is still as it was left: what was done to it earlier can be undone as well */
  follow: (ctx: Ctx, page_id: number, from: number, to: number): Promise<number> =>
    rows(ctx).where({ page_id, version_after: from, status: 'done' }).update({ version_after: to }),
};
