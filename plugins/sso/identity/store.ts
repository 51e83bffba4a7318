// SQL of identities at providers and of the sessions that came of them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { isProviderKind } from '../provider.ts';

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

type GroupNames = Map<number, string[] | null>;
type GroupsRow = Pick<IdentityRow, 'user_id' | 'provider' | 'groups_json'>;

/** Forges know of no groups. They are told apart here: asked for providers, a database reads the identities of everybody. */
function groupNames(rows: GroupsRow[]): GroupNames {
  const found: GroupNames = new Map();
  for (const { user_id: id, provider, groups_json } of rows)
    if (isProviderKind(provider)) found.set(id, JSON.parse(groups_json) as string[] | null);
    else if (!found.has(id)) found.set(id, null);
  return found;
}

const groupsRows = (ctx: Ctx) =>
  ctx
    .db('sso_identities')
    .select('sso_identities.user_id', 'provider', 'groups_json')
    .orderBy(['user_id', 'last_login_at', 'id'].map((name) => `sso_identities.${name}`));

export const identityStore = {
  byKey: (ctx: Ctx, { provider, issuer, subject }: Key): Promise<IdentityRow | undefined> =>
    ctx.db('sso_identities').where({ provider, issuer, subject }).first(),
  byId: (ctx: Ctx, id: number): Promise<IdentityRow | undefined> => ctx.db('sso_identities').where({ id }).first(),
  of: (ctx: Ctx, userId: number): Promise<IdentityRow[]> =>
    ctx.db('sso_identities').where({ user_id: userId }).orderBy('id'),
  /** the same, held until the transaction ends: of two removals at once the second sees what the first left */
  hold: (tx: Ctx, userId: number): Promise<IdentityRow[]> =>
    tx.db('sso_identities').where({ user_id: userId }).orderBy('id').forUpdate(),
  /**
   * The groups of active accounts in the order of those, for work in portions: as `groupsOf` gives them, in one question.
   * `until` is the account up to which nobody is left out.
   */
  async groupsAfter(ctx: Ctx, userId: number, limit: number): Promise<{ groups: GroupNames; until: number }> {
    const rows: GroupsRow[] = await groupsRows(ctx)
      .join('users', 'users.id', 'sso_identities.user_id')
      .where('users.is_active', 1)
      .where('sso_identities.user_id', '>', userId)
      .limit(limit);
    const [first, last] = [rows[0]?.user_id, rows.at(-1)?.user_id];
    if (first === undefined || last === undefined || rows.length < limit)
      return { groups: groupNames(rows), until: Number.MAX_SAFE_INTEGER };
    if (first === last) return { groups: groupNames(rows), until: last };
    // Of the last one there may be more.
    return { groups: groupNames(rows.filter(({ user_id }) => user_id !== last)), until: last - 1 };
  },
  /** by account, the groups that the provider named when they last came in; null: nobody said anything about them */
  groupsOf: async (ctx: Ctx, userIds: number[]): Promise<GroupNames> =>
    groupNames(await groupsRows(ctx).whereIn('sso_identities.user_id', userIds)),
  async insert(tx: Ctx, row: Omit<IdentityRow, 'id' | 'created_at' | 'last_login_at'>): Promise<number> {
    const now = tx.now();
    const [made] = await tx
      .db('sso_identities')
      .insert({ ...row, created_at: now, last_login_at: now })
      .returning('id');
    return made.id;
  },
  removeAll: (tx: Ctx, userId: number) => tx.db('sso_identities').where({ user_id: userId }).delete(),
  update: (tx: Ctx, id: number, change: Pick<IdentityRow, 'email' | 'groups_json'>) =>
    tx.db('sso_identities').where({ id }).update(change),
  /** that somebody has come in by it; nothing where it is gone */
  touch: async (tx: Ctx, id: number): Promise<IdentityRow | undefined> =>
    (await tx.db('sso_identities').where({ id }).update({ last_login_at: tx.now() }).returning('*'))[0],
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
