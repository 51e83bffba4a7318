// SQL of webhooks.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';

export type Health = 'well' | 'failed' | 'slow';
export type SigningMethod = 'hmac' | 'ed25519';

/** Why a hook is off though nobody switched it off. */
export type DisabledReason = 'gone' | 'failing' | 'secret_unreadable' | 'filter_invalid';

/** What a hook asks for that is there for messages of automations only. */
export const SILENT = '[]';

export interface WebhookRow {
  id: number;
  workspace_id: number | null;
  user_id: number;
  name: string;
  url: string;
  /** JSON */
  events: string;
  collection_id: number | null;
  /** JSON */
  filter: string | null;
  payload: 'thin' | 'full';
  include_imports: number;
  headers_encrypted: string | null;
  signing: SigningMethod;
  secret_encrypted: string;
  previous_secret_encrypted: string | null;
  previous_until: string | null;
  enabled: number;
  disabled_reason: DisabledReason | null;
  disabled_at: string | null;
  health: Health;
  last_success_at: string | null;
  failing_since: string | null;
  told_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Which hooks somebody sees; `own`: theirs, in workspaces that they are in. */
export interface HookScope {
  everything: boolean;
  own: { userId: number; workspaceIds: number[] };
  ownedWorkspaceIds: number[];
}

function narrow(query: Knex.QueryBuilder, { everything, own, ownedWorkspaceIds }: HookScope): Knex.QueryBuilder {
  if (everything) return query;
  return query.where((any) =>
    any
      .whereIn('workspace_id', ownedWorkspaceIds)
      .orWhere((mine) => mine.where('user_id', own.userId).whereIn('workspace_id', own.workspaceIds)),
  );
}

export const webhookStore = {
  byId: async (ctx: Ctx, id: number): Promise<WebhookRow | undefined> => ctx.db('webhooks').where({ id }).first(),

  byIds: (ctx: Ctx, ids: number[]): Promise<WebhookRow[]> => ctx.db('webhooks').whereIn('id', ids) as never,

  /** of these, those that there are, which nobody deletes until the transaction ends */
  keep: (ctx: Ctx, ids: number[]): Promise<number[]> =>
    ctx.db('webhooks').whereIn('id', ids).orderBy('id').forKeyShare().pluck('id') as never,

  /** of a person for an address, those that are on and listen to nothing, held until the transaction ends */
  silent: (ctx: Ctx, workspace_id: number, user_id: number, url: string): Promise<WebhookRow[]> =>
    ctx
      .db('webhooks')
      .where({ workspace_id, user_id, url, events: SILENT, enabled: 1 })
      .orderBy('id')
      .forNoKeyUpdate() as never,

  /** of these, or of all, those that listen to nothing and have nothing on its way */
  idle: (ctx: Ctx, ids?: number[]): Promise<WebhookRow[]> =>
    ctx
      .db('webhooks')
      .where({ events: SILENT })
      .modify((query) => void (ids && query.whereIn('id', ids)))
      .whereNotExists((open) =>
        open
          .from('webhook_deliveries')
          .whereRaw('webhook_deliveries.webhook_id = webhooks.id')
          .whereIn('status', ['pending', 'retrying']),
      )
      .orderBy('id') as never,

  /** Until the transaction ends; others may note deliveries of them meanwhile. In their order: two processes never wait for each other. */
  hold: (ctx: Ctx, ids: number[]): Promise<WebhookRow[]> =>
    ctx.db('webhooks').whereIn('id', ids).orderBy('id').forNoKeyUpdate() as never,

  enabled: (ctx: Ctx): Promise<WebhookRow[]> => ctx.db('webhooks').where({ enabled: 1 }).orderBy('id') as never,

  /** what those that are on ask for, each list once */
  eventsOfEnabled: (db: Knex): Promise<string[]> => db('webhooks').where({ enabled: 1 }).distinct().pluck('events'),

  async page(ctx: Ctx, scope: HookScope, filter: { workspace_id?: number | null }, limit: number, offset: number) {
    const query = () => narrow(ctx.db('webhooks').where(filter), scope);
    const [items, [count]] = await Promise.all([
      query().orderBy('id').limit(limit).offset(offset) as Promise<WebhookRow[]>,
      query().count({ total: '*' }) as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(count?.total ?? 0) };
  },

  /** those that listen to something: the others are made and removed with rules */
  count: async (ctx: Ctx, workspace_id: number | null): Promise<number> =>
    Number(
      (await ctx.db('webhooks').where({ workspace_id }).whereNot({ events: SILENT }).count({ total: '*' }))[0]?.total ??
        0,
    ),

  async insert(ctx: Ctx, row: Partial<WebhookRow>): Promise<WebhookRow> {
    const [made] = await ctx.db('webhooks').insert({ ...row, created_at: ctx.now(), updated_at: ctx.now() }, '*');
    return made;
  },

  async change(ctx: Ctx, id: number, change: Partial<WebhookRow>): Promise<WebhookRow> {
    const [row] = await ctx.db('webhooks').where({ id }).update(change, '*');
    return row;
  },

  changeAll: (db: Knex, ids: number[], change: Partial<WebhookRow>) => db('webhooks').whereIn('id', ids).update(change),

  remove: (ctx: Ctx, id: number) => ctx.db('webhooks').where({ id }).delete(),
};
