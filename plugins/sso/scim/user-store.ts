// SQL of people as a directory tells of them, each beside their account.
import { portions } from '../../../core/database/chunks.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

export interface ScimUserRow {
  id: string;
  user_id: number;
  user_name: string;
  external_id: string;
  resource_json: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** of the account */
  is_active: number;
}

/** What an index is asked for. */
export interface ScimUserNarrowing {
  id?: string;
  user_name?: string;
  external_id?: string;
}

type Written = Pick<ScimUserRow, 'id' | 'user_name' | 'external_id' | 'resource_json'>;

const withAccount = (ctx: Ctx) =>
  ctx.db('scim_users').join('users', 'users.id', 'scim_users.user_id').select('scim_users.*', 'users.is_active');

const live = (ctx: Ctx, { id, user_name, external_id }: ScimUserNarrowing = {}) =>
  withAccount(ctx)
    .whereNull('scim_users.deleted_at')
    .modify((query) => {
      if (id !== undefined) query.where('scim_users.id', id);
      if (user_name !== undefined) query.where('scim_users.user_name_key', uniqueKey(user_name));
      if (external_id !== undefined) query.where('scim_users.external_id', external_id);
    });

const keyed = ({ user_name, ...row }: Omit<Written, 'id'> & { id?: string }) => ({
  ...row,
  user_name,
  user_name_key: uniqueKey(user_name),
});

export const scimUserStore = {
  byId: (ctx: Ctx, id: string): Promise<ScimUserRow | undefined> => live(ctx, { id }).first(),
  /** deleted ones as well */
  byName: (ctx: Ctx, userName: string): Promise<ScimUserRow | undefined> =>
    withAccount(ctx).where('scim_users.user_name_key', uniqueKey(userName)).first(),
  byAccount: (ctx: Ctx, userId: number): Promise<ScimUserRow | undefined> =>
    withAccount(ctx).where('scim_users.user_id', userId).first(),
  async count(ctx: Ctx): Promise<number> {
    const [row] = await ctx.db('scim_users').whereNull('deleted_at').count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  page: (ctx: Ctx, limit: number, offset: number): Promise<ScimUserRow[]> =>
    live(ctx).orderBy('scim_users.user_id').limit(limit).offset(offset),
  /** by account, for work in portions */
  after: (ctx: Ctx, narrow: ScimUserNarrowing, last: number, limit: number): Promise<ScimUserRow[]> =>
    live(ctx, narrow).where('scim_users.user_id', '>', last).orderBy('scim_users.user_id').limit(limit),
  /** active accounts in their order, for work in portions */
  accountsAfter: (ctx: Ctx, userId: number, limit: number): Promise<number[]> =>
    ctx
      .db('scim_users')
      .join('users', 'users.id', 'scim_users.user_id')
      .where('users.is_active', 1)
      .whereNull('scim_users.deleted_at')
      .where('scim_users.user_id', '>', userId)
      .orderBy('scim_users.user_id')
      .limit(limit)
      .pluck('scim_users.user_id'),
  /** of these ids, those of people, with their accounts */
  async accounts(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const some of portions(ids)) {
      const rows: { id: string; user_id: number }[] = await ctx
        .db('scim_users')
        .whereIn('id', some)
        .whereNull('deleted_at')
        .select('id', 'user_id');
      for (const { id, user_id } of rows) found.set(id, user_id);
    }
    return found;
  },
  insert: (tx: Ctx, row: Written & { user_id: number }) =>
    tx.db('scim_users').insert({ ...keyed(row), user_id: row.user_id, created_at: tx.now(), updated_at: tx.now() }),
  /** a deleted person is there again, under another id */
  revive: (tx: Ctx, id: string, row: Written) =>
    tx
      .db('scim_users')
      .where({ id })
      .update({ ...keyed(row), created_at: tx.now(), updated_at: tx.now(), deleted_at: null }),
  update: (tx: Ctx, id: string, row: Omit<Written, 'id'>) =>
    tx
      .db('scim_users')
      .where({ id })
      .update({ ...keyed(row), updated_at: tx.now() }),
  remove: (tx: Ctx, id: string) => tx.db('scim_users').where({ id }).update({ deleted_at: tx.now() }),
};
