// SQL of second factors, pending sign-ins and passkeys: the only file of this plugin that names tables.
import type { Knex } from 'knex';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { SessionOpening } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';

export interface TwoFactorRow {
  user_id: number;
  secret_encrypted: string;
  created_at: string;
  /** null while it is being set up */
  enabled_at: string | null;
}

export interface PendingRow {
  user_id: number;
  expires_at: string;
  used_at: string | null;
  via: SessionOpening['via'];
  carry: string | null;
}

export interface PasskeyRow {
  id: number;
  user_id: number;
  name: string;
  credential_id: string;
  /** base64url */
  public_key: string;
  /** how often it was used, as it counts itself; 0 for those that do not count */
  counter: number;
  /** comma list */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

export const codeDevices = {
  of: (ctx: Ctx, userId: number): Promise<TwoFactorRow | undefined> =>
    ctx.db('two_factor').where({ user_id: userId }).first(),
  /** of these accounts, those with codes that are in use */
  withCodes: (ctx: Ctx, userIds: number[]): Promise<number[]> =>
    ctx.db('two_factor').whereIn('user_id', userIds).whereNotNull('enabled_at').pluck('user_id'),
  sealed: (ctx: Ctx): Promise<Pick<TwoFactorRow, 'user_id' | 'secret_encrypted'>[]> =>
    ctx.db('two_factor').whereNotNull('enabled_at').orderBy('user_id').select('user_id', 'secret_encrypted'),
  /** a set-up that was begun before is begun anew; one in use stays as it is. Returns whether it was written */
  async begin(ctx: Ctx, userId: number, secret: string): Promise<boolean> {
    const row = { secret_encrypted: secret, created_at: ctx.now() };
    const changed = await ctx.db('two_factor').where({ user_id: userId }).whereNull('enabled_at').update(row);
    if (changed) return true;
    const insert = ctx.db('two_factor').insert({ user_id: userId, ...row });
    return (await insert.onConflict('user_id').ignore().returning('user_id')).length > 0;
  },
  enable: async (ctx: Ctx, userId: number): Promise<boolean> =>
    (await ctx.db('two_factor').where({ user_id: userId }).whereNull('enabled_at').update({ enabled_at: ctx.now() })) >
    0,
  /** takes one time step; false when its code, or that of a later step, was used before, by whichever process */
  async useStep(ctx: Ctx, userId: number, step: number): Promise<boolean> {
    // Two codes at once take their turns.
    await ctx.db('two_factor').where({ user_id: userId }).forUpdate().select('user_id');
    if (await ctx.db('two_factor_steps').where({ user_id: userId }).where('step', '>', step).first('step'))
      return false;
    const insert = ctx.db('two_factor_steps').insert({ user_id: userId, step, used_at: ctx.now() });
    return (await insert.onConflict(['user_id', 'step']).ignore().returning('step')).length > 0;
  },
  /** with its backup codes; returns whether it was in use. The steps stay, so that no code works again */
  async remove(ctx: Ctx, userId: number): Promise<boolean> {
    const row = await codeDevices.of(ctx, userId);
    await ctx.db('two_factor').where({ user_id: userId }).delete();
    await ctx.db('backup_codes').where({ user_id: userId }).delete();
    await ctx.db('pending_logins').where({ user_id: userId }).delete();
    return Boolean(row?.enabled_at);
  },
};

/** Of these accounts, those with a second factor: codes that are in use, or a passkey. */
export const holders = (ctx: Ctx, userIds: number[]): Promise<number[]> =>
  ctx
    .db('users')
    .whereIn('users.id', userIds)
    .where((either) =>
      either
        .whereExists(ctx.db('two_factor').whereRaw('two_factor.user_id = users.id').whereNotNull('enabled_at'))
        .orWhereExists(ctx.db('passkeys').whereRaw('passkeys.user_id = users.id')),
    )
    .pluck('users.id');

export const backupCodes = {
  async replace(ctx: Ctx, userId: number, hashes: string[]): Promise<void> {
    await ctx.db('backup_codes').where({ user_id: userId }).delete();
    await ctx.db('backup_codes').insert(hashes.map((code_hash) => ({ user_id: userId, code_hash })));
  },
  spend: async (ctx: Ctx, userId: number, hash: string): Promise<boolean> =>
    (await ctx
      .db('backup_codes')
      .where({ user_id: userId, code_hash: hash })
      .whereNull('used_at')
      .update({ used_at: ctx.now() })) > 0,
  async left(ctx: Ctx, userId: number): Promise<number> {
    const [row] = await ctx.db('backup_codes').where({ user_id: userId }).whereNull('used_at').count({ total: '*' });
    return Number(row?.total ?? 0);
  },
};

export const pending = {
  insert: (ctx: Ctx, hash: string, userId: number, expiresAt: string, { via, carry = undefined }: SessionOpening) =>
    ctx.db('pending_logins').insert({
      token_hash: hash,
      user_id: userId,
      created_at: ctx.now(),
      expires_at: expiresAt,
      via,
      carry: carry ?? null,
    }),
  byHash: (ctx: Ctx, hash: string): Promise<PendingRow | undefined> =>
    ctx.db('pending_logins').where({ token_hash: hash }).first('user_id', 'expires_at', 'used_at', 'via', 'carry'),
  drop: (ctx: Ctx, userId: number) => ctx.db('pending_logins').where({ user_id: userId }).delete(),
  spend: async (ctx: Ctx, hash: string): Promise<boolean> =>
    (await ctx.db('pending_logins').where({ token_hash: hash }).whereNull('used_at').update({ used_at: ctx.now() })) >
    0,
};

export type Purpose = 'register' | 'login' | 'second' | 'reauth';

export const passkeys = {
  of: async (ctx: Ctx, userId: number): Promise<PasskeyRow[]> =>
    (await ctx.db('passkeys').where({ user_id: userId }).orderBy('id')).map(withNumber),
  async byId(ctx: Ctx, id: number): Promise<PasskeyRow | undefined> {
    const row = await ctx.db('passkeys').where({ id }).first();
    return row && withNumber(row);
  },
  async byCredential(ctx: Ctx, credentialId: string): Promise<PasskeyRow | undefined> {
    const row = await ctx.db('passkeys').where({ credential_id: credentialId }).first();
    return row && withNumber(row);
  },
  async insert(ctx: Ctx, row: Omit<PasskeyRow, 'id' | 'created_at' | 'last_used_at'>): Promise<PasskeyRow> {
    const [made] = await ctx
      .db('passkeys')
      .insert({ ...row, created_at: ctx.now() })
      .returning('*');
    return withNumber(made);
  },
  rename: (ctx: Ctx, id: number, name: string) => ctx.db('passkeys').where({ id }).update({ name }),
  remove: (ctx: Ctx, id: number) => ctx.db('passkeys').where({ id }).delete(),
  removeAll: (ctx: Ctx, userId: number): Promise<number> => ctx.db('passkeys').where({ user_id: userId }).delete(),
  /** false when the counter has not grown: then somebody else has a copy of the key */
  used: async (ctx: Ctx, id: number, counter: number): Promise<boolean> =>
    (await ctx
      .db('passkeys')
      .where({ id })
      .where((either) => {
        either.where('counter', '<', counter);
        if (counter === 0) either.orWhere({ counter: 0 });
      })
      .update({ counter, last_used_at: ctx.now() })) > 0,
};

/** PostgreSQL gives 64-bit numbers as text. */
const withNumber = (row: PasskeyRow): PasskeyRow => ({ ...row, counter: Number(row.counter) });

export const challenges = {
  insert: (ctx: Ctx, challenge: string, purpose: Purpose, userId: number | null, expiresAt: string) =>
    ctx.db('passkey_challenges').insert({ challenge, purpose, user_id: userId, expires_at: expiresAt }),
  /** each is good for one answer, right or wrong */
  async take(ctx: Ctx, challenge: string, purpose: Purpose, userId: number | null): Promise<boolean> {
    const found = await ctx
      .db('passkey_challenges')
      .where({ challenge, purpose, user_id: userId })
      .where('expires_at', '>', ctx.now())
      .delete();
    return found > 0;
  },
};

/** A workspace that asks its members. */
export interface RequiringWorkspace {
  id: number;
  name: string;
}

/** What workspaces ask of their members, a row for each of these. */
function demanded(ctx: Ctx): Knex.QueryBuilder {
  const query = ctx.db('two_factor_workspaces');
  ctx.use(workspaces).joinMembers(query, 'two_factor_workspaces.workspace_id');
  return query;
}

export const demands = {
  /** whether any workspace asks for it; read seldom */
  async any(ctx: Ctx): Promise<boolean> {
    return Boolean(await ctx.db('two_factor_workspaces').first('workspace_id'));
  },
  /** what holds for one account, in one query for each request of a service that asks for it */
  async on(ctx: Ctx, userId: number): Promise<{ holds: boolean; asking: RequiringWorkspace[] }> {
    const { db } = ctx;
    const rows = await cachedQuery<{
      enabled_at: string | null;
      has_passkey: unknown;
      id: number | null;
      name: string;
    }>(db, 'two-factor demands', [userId, userId], ([own, member]) =>
      db('users')
        .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
        .leftJoin(
          demanded(ctx)
            .whereRaw('members.user_id = ?', [member as number])
            .select('members.user_id', 'home.id', 'home.name')
            .as('demanding'),
          'demanding.user_id',
          'users.id',
        )
        .whereRaw('users.id = ?', [own as number])
        .select('two_factor.enabled_at', 'demanding.id', 'demanding.name')
        .select(db.raw('exists (select 1 from passkeys where passkeys.user_id = users.id) as has_passkey')),
    );
    const asking = rows.flatMap(({ id, name }) => (id === null ? [] : { id, name }));
    return { holds: Boolean(rows[0]?.enabled_at || rows[0]?.has_passkey), asking };
  },
  /** of these accounts, those in a workspace that asks for it */
  among: (ctx: Ctx, userIds: number[]): Promise<number[]> =>
    demanded(ctx).whereIn('members.user_id', userIds).distinct().pluck('members.user_id'),
  of: async (ctx: Ctx, workspaceId: number): Promise<boolean> =>
    Boolean(await ctx.db('two_factor_workspaces').where({ workspace_id: workspaceId }).first()),
  async set(ctx: Ctx, workspaceId: number, wanted: boolean): Promise<void> {
    if (!wanted) await ctx.db('two_factor_workspaces').where({ workspace_id: workspaceId }).delete();
    else
      await ctx
        .db('two_factor_workspaces')
        .insert({ workspace_id: workspaceId, created_at: ctx.now() })
        .onConflict('workspace_id')
        .ignore();
  },
};

/** How many of each account there are: backup codes that are left, and passkeys. */
export async function countsOf(ctx: Ctx, userIds: number[]) {
  const count = async (table: string, narrow: (query: Knex.QueryBuilder) => void) => {
    const query = ctx.db(table).whereIn('user_id', userIds).groupBy('user_id').select('user_id');
    narrow(query);
    const rows = (await query.count({ total: '*' })) as { user_id: number; total: number }[];
    return new Map(rows.map(({ user_id, total }) => [user_id, Number(total)]));
  };
  const [codes, keys] = await Promise.all([
    count('backup_codes', (query) => query.whereNull('used_at')),
    count('passkeys', () => {}),
  ]);
  return { codes, keys };
}

/** What is no longer good for anything: steps used before one moment, and what ended before another. */
export async function purge(ctx: Ctx, usedBefore: string, endedBefore: string): Promise<void> {
  await ctx.db('two_factor_steps').where('used_at', '<', usedBefore).delete();
  for (const table of ['pending_logins', 'passkey_challenges'])
    await ctx.db(table).where('expires_at', '<', endedBefore).delete();
}
