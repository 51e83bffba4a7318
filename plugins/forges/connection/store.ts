// SQL of what people are connected with forges by.
import type { Ctx } from '../../../core/kernel/context.ts';

export interface ConnectionRow {
  id: number;
  user_id: number;
  forge_id: number;
  /** the number of the person there, as text */
  forge_user_id: string;
  login: string;
  kind: 'oauth' | 'personal';
  access_token_encrypted: string;
  refresh_token_encrypted: string | null;
  expires_at: string | null;
  status: 'ok' | 'expired' | 'revoked';
  /** until then somebody renews the token */
  lease_until: string | null;
  created_at: string;
  updated_at: string;
}

export type NewConnection = Omit<ConnectionRow, 'id' | 'status' | 'lease_until' | 'created_at' | 'updated_at'>;
type Refreshed = Partial<
  Pick<ConnectionRow, 'access_token_encrypted' | 'refresh_token_encrypted' | 'expires_at' | 'status' | 'lease_until'>
>;

export const connectionStore = {
  of: (ctx: Ctx, userId: number): Promise<ConnectionRow[]> =>
    ctx.db('forge_accounts').where({ user_id: userId }).orderBy('forge_id'),
  one: (ctx: Ctx, userId: number, forgeId: number): Promise<ConnectionRow | undefined> =>
    ctx.db('forge_accounts').where({ user_id: userId, forge_id: forgeId }).first(),
  byPerson: (ctx: Ctx, forgeId: number, forgeUserId: string): Promise<ConnectionRow | undefined> =>
    ctx.db('forge_accounts').where({ forge_id: forgeId, forge_user_id: forgeUserId }).first(),
  async save(tx: Ctx, row: NewConnection): Promise<void> {
    const now = tx.now();
    const { user_id: _, forge_id: __, ...change } = row;
    await tx
      .db('forge_accounts')
      .insert({ ...row, status: 'ok', created_at: now, updated_at: now })
      .onConflict(['user_id', 'forge_id'])
      .merge({ ...change, status: 'ok', lease_until: null, updated_at: now });
  },
  /** writes only while the token is still the one that was read. @returns whether it was */
  replace: async (tx: Ctx, { id, access_token_encrypted }: ConnectionRow, change: Refreshed): Promise<boolean> =>
    (await tx
      .db('forge_accounts')
      .where({ id, access_token_encrypted })
      .update({ ...change, updated_at: tx.now() })) > 0,
  /** of all who want to renew the token of a row, in whatever process, one may */
  lease: async (tx: Ctx, { id, access_token_encrypted }: ConnectionRow, until: string): Promise<boolean> =>
    (await tx
      .db('forge_accounts')
      .where({ id, access_token_encrypted })
      .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<', tx.now()))
      .update({ lease_until: until })) > 0,
  remove: (tx: Ctx, id: number) => tx.db('forge_accounts').where({ id }).delete(),
  removeAll: (tx: Ctx, userId: number) => tx.db('forge_accounts').where({ user_id: userId }).delete(),
  removeOf: (tx: Ctx, forgeId: number) => tx.db('forge_accounts').where({ forge_id: forgeId }).delete(),
  all: (ctx: Ctx): Promise<ConnectionRow[]> => ctx.db('forge_accounts').orderBy('id'),
};
