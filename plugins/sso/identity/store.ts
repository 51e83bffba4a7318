// SQL of identities at providers and of the sessions that came of them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { PROVIDER_KINDS } from '../provider.ts';

export interface IdentityRow {
  id: number;
  user_id: number;
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  /** a list, or `null` where the provider kept silent about them */
  groups_json: string;
  created_at: string;
  last_login_at: string;
}

export interface ProviderSession {
  session_id: string;
  identity_id: number;
  sid: string;
  id_token_encrypted: string;
}

type Key = Pick<IdentityRow, 'provider' | 'issuer' | 'subject'>;

export const identityStore = {
  byKey: (ctx: Ctx, { provider, issuer, subject }: Key): Promise<IdentityRow | undefined> =>
    ctx.db('sso_identities').where({ provider, issuer, subject }).first(),
  byId: (ctx: Ctx, id: number): Promise<IdentityRow | undefined> => ctx.db('sso_identities').where({ id }).first(),
  of: (ctx: Ctx, userId: number): Promise<IdentityRow[]> =>
    ctx.db('sso_identities').where({ user_id: userId }).orderBy('id'),
  /** the same, held until the transaction ends: of two removals at once the second sees what the first left */
  hold: (tx: Ctx, userId: number): Promise<IdentityRow[]> =>
    tx.db('sso_identities').where({ user_id: userId }).orderBy('id').forUpdate(),
  /** active accounts in their order, for work in portions */
  accountsAfter: (ctx: Ctx, userId: number, limit: number): Promise<number[]> =>
    ctx
      .db('sso_identities')
      .join('users', 'users.id', 'sso_identities.user_id')
      .where('users.is_active', 1)
      .where('sso_identities.user_id', '>', userId)
      .distinct('sso_identities.user_id')
      .orderBy('sso_identities.user_id')
      .limit(limit)
      .pluck('sso_identities.user_id'),
  /** by account, the groups that the provider named when they last came in; null: it kept silent about them. Forges know of none */
  async groupsOf(ctx: Ctx, userIds: number[]): Promise<Map<number, string[] | null>> {
    const rows: Pick<IdentityRow, 'user_id' | 'groups_json'>[] = await ctx
      .db('sso_identities')
      .whereIn('user_id', userIds)
      .whereIn('provider', [...PROVIDER_KINDS])
      .orderBy(['last_login_at', 'id'])
      .select('user_id', 'groups_json');
    return new Map(rows.map((row) => [row.user_id, JSON.parse(row.groups_json) as string[] | null]));
  },
  async insert(tx: Ctx, row: Omit<IdentityRow, 'id' | 'created_at' | 'last_login_at'>): Promise<number> {
    const now = tx.now();
    const [made] = await tx
      .db('sso_identities')
      .insert({ ...row, created_at: now, last_login_at: now })
      .returning('id');
    return made.id;
  },
  removeAll: (tx: Ctx, userId: number) => tx.db('sso_identities').where({ user_id: userId }).delete(),
  update: (tx: Ctx, id: number, change: Partial<Pick<IdentityRow, 'email' | 'groups_json' | 'last_login_at'>>) =>
    tx.db('sso_identities').where({ id }).update(change),
  remove: (tx: Ctx, id: number) => tx.db('sso_identities').where({ id }).delete(),
  count: async (ctx: Ctx): Promise<number> => {
    const [row] = await ctx.db('sso_identities').countDistinct({ total: 'user_id' });
    return Number(row?.total ?? 0);
  },
};

export const sessionStore = {
  insert: (tx: Ctx, row: ProviderSession) => tx.db('sso_sessions').insert({ ...row, created_at: tx.now() }),
  byId: (ctx: Ctx, sessionId: string): Promise<(ProviderSession & Key) | undefined> =>
    ctx
      .db('sso_sessions')
      .join('sso_identities', 'sso_identities.id', 'sso_sessions.identity_id')
      .where({ session_id: sessionId })
      .first('sso_sessions.*', 'sso_identities.provider', 'sso_identities.issuer', 'sso_identities.subject'),
  ofIdentity: (ctx: Ctx, identityId: number): Promise<string[]> =>
    ctx.db('sso_sessions').where({ identity_id: identityId }).pluck('session_id'),
  /** all that a provider has opened */
  ofIssuer: (ctx: Ctx, { provider, issuer }: Pick<Key, 'provider' | 'issuer'>): Promise<ProviderSession[]> =>
    ctx
      .db('sso_sessions')
      .join('sso_identities', 'sso_identities.id', 'sso_sessions.identity_id')
      .where({ provider, issuer })
      .select('sso_sessions.*'),
  /** those of a session at the provider, or of a person there */
  named: (ctx: Ctx, { provider, issuer, subject, sid }: Partial<Key> & { sid?: string }): Promise<string[]> =>
    ctx
      .db('sso_sessions')
      .join('sso_identities', 'sso_identities.id', 'sso_sessions.identity_id')
      .where({ provider, issuer })
      .modify((query) => {
        if (sid) query.where({ sid });
        if (subject) query.where({ subject });
      })
      .pluck('session_id'),
};

export const replayStore = {
  /** whether it had not been taken yet; of all processes one is told so */
  async take(tx: Ctx, hash: string, expiresAt: string): Promise<boolean> {
    const insert = tx.db('sso_replays').insert({ hash, expires_at: expiresAt });
    return (await insert.onConflict('hash').ignore().returning('hash')).length > 0;
  },
  purge: (tx: Ctx) => tx.db('sso_replays').where('expires_at', '<', tx.now()).delete(),
};
