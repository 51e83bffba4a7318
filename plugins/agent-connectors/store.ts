// SQL of connectors.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import type { ConnectorStatus, FaultyConnector } from './contract.ts';

export interface ConnectorRow {
  id: number;
  user_id: number;
  name: string;
  name_key: string;
  kind: string;
  url: string;
  secret_encrypted: string | null;
  auth_header: string | null;
  enabled: number;
  status: ConnectorStatus;
  detail: string;
  probed_at: string | null;
  created_at: string;
  updated_at: string;
}

const rows = (ctx: Ctx): Knex.QueryBuilder => ctx.db('agent_connectors');

export const connectorStore = {
  byId: async (ctx: Ctx, id: number): Promise<ConnectorRow | undefined> => rows(ctx).where({ id }).first(),

  of: (ctx: Ctx, userId: number): Promise<ConnectorRow[]> =>
    rows(ctx).where({ user_id: userId }).orderBy(['name_key', 'id']) as never,

  named: async (ctx: Ctx, userId: number, nameKey: string): Promise<ConnectorRow | undefined> =>
    rows(ctx).where({ user_id: userId, name_key: nameKey }).first(),

  /** the first of a kind, by name */
  ofKind: async (ctx: Ctx, userId: number, kind: string): Promise<ConnectorRow | undefined> =>
    rows(ctx).where({ user_id: userId, kind }).orderBy(['name_key', 'id']).first(),

  sealed: (ctx: Ctx): Promise<ConnectorRow[]> => rows(ctx).whereNotNull('secret_encrypted').orderBy('id') as never,

  faulty: (ctx: Ctx, limit: number): Promise<FaultyConnector[]> =>
    rows(ctx)
      .where({ status: 'error', enabled: 1 })
      .orderBy([
        { column: 'probed_at', order: 'desc', nulls: 'last' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select('id', 'user_id', 'name', 'kind', 'detail', 'probed_at'),

  async count(ctx: Ctx, userId: number): Promise<number> {
    const [found] = await rows(ctx).where({ user_id: userId }).count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  async insert(ctx: Ctx, row: Partial<ConnectorRow>): Promise<ConnectorRow> {
    const at = { created_at: ctx.now(), updated_at: ctx.now() };
    const [made] = await rows(ctx)
      .insert({ ...row, ...at })
      .returning('*');
    return made;
  },

  async change(ctx: Ctx, id: number, change: Partial<ConnectorRow>): Promise<ConnectorRow> {
    const [row] = await rows(ctx).where({ id }).update(change, '*');
    return row;
  },

  remove: (ctx: Ctx, id: number): Promise<number> => rows(ctx).where({ id }).delete(),
};
