// SQL of accounts, sessions, tokens and recovery links.
import type { Knex } from 'knex';
import { cachedQuery } from '../../core/database/query-cache.ts';
import { fileRecords } from '../../core/files/file-records.ts';
import { CREDENTIALS_ENDED } from '../../core/http/request-lifecycle.ts';
import { fold, sortKey, uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface UserRow {
  id: number;
  login: string;
  email: string;
  full_name: string;
  password_hash: string | null;
  timezone: string;
  avatar_color: string;
  is_admin: number;
  is_active: number;
  created_at: string;
  updated_at: string;
  last_login_at: string | null;
  /** null: nobody has proved yet that the address is theirs */
  email_confirmed_at: string | null;
  /** name of the avatar's blob, if one was uploaded */
  avatar_file?: string | null;
}

export interface SessionRow {
  id: string;
  secret_hash: string;
  user_id: number;
  ip_address: string;
  user_agent: string;
  auth_time: string;
  last_seen_at: string;
  revoked: number;
  created_at: string;
  /** how it came about */
  via: string;
}

export interface TokenRow {
  id: number;
  user_id: number;
  parent_id: number | null;
  name: string;
  token_prefix: string;
  scopes: string;
  mcp_outward: number;
  root_page_id: number | null;
  expires_at: string | null;
  last_used_at: string | null;
  revoked: number;
  created_at: string;
}

const tokenColumns = [
  'id',
  'user_id',
  'parent_id',
  'name',
  'token_prefix',
  'scopes',
  'mcp_outward',
  'root_page_id',
  'expires_at',
  'last_used_at',
  'revoked',
  'created_at',
];

type SessionOfUser = SessionRow & UserRow & { session_created_at: string };
export type TokenOfUser = UserRow & { token_id: number } & Pick<
    TokenRow,
    'scopes' | 'mcp_outward' | 'root_page_id' | 'expires_at' | 'revoked'
  >;

function withAvatar({ app, db }: Pick<Ctx, 'app' | 'db'>) {
  const query = db('users').leftJoin('avatars', 'avatars.user_id', 'users.id');
  app.use(fileRecords).leftJoin(query, 'avatars.file_id');
  return query.select('users.*', 'files.filename as avatar_file');
}

/** What people are unique by, sorted by and found by, as far as it changes. */
function keysOf({ login, email, full_name }: Partial<UserRow>) {
  return {
    ...(login === undefined ? {} : { login_key: uniqueKey(login) }),
    ...(email === undefined ? {} : { email_key: uniqueKey(email) }),
    ...(full_name === undefined ? {} : { name_key: sortKey(full_name) }),
  };
}

export const users = {
  query: withAvatar,
  byId: (ctx: Ctx, id: number): Promise<UserRow | undefined> => withAvatar(ctx).where('users.id', id).first(),
  byIds: (ctx: Ctx, ids: number[]): Promise<UserRow[]> => withAvatar(ctx).whereIn('users.id', ids),
  byEmail: (ctx: Ctx, email: string): Promise<UserRow | undefined> =>
    withAvatar(ctx).where('users.email_key', uniqueKey(email)).first(),
  byLogin: (ctx: Ctx, login: string): Promise<UserRow | undefined> =>
    withAvatar(ctx).where('users.login_key', uniqueKey(login)).first(),
  withPassword: (ctx: Ctx, ids: number[]): Promise<number[]> =>
    ctx.db('users').whereIn('id', ids).whereNotNull('password_hash').pluck('id'),
  async count(ctx: Ctx): Promise<number> {
    const [row] = await ctx.db('users').count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  async activeAdmins(ctx: Ctx): Promise<number> {
    const [row] = await ctx.db('users').where({ is_admin: 1, is_active: 1 }).count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  async insert(
    ctx: Ctx,
    row: Pick<UserRow, 'login' | 'email' | 'full_name' | 'password_hash' | 'is_admin'> & { timezone?: string },
  ): Promise<number> {
    const now = ctx.now();
    const keys = keysOf(row);
    const [made] = await ctx
      .db('users')
      .insert({ ...row, ...keys, created_at: now, updated_at: now })
      .returning('id');
    return made.id;
  },
  async update(ctx: Ctx, id: number, change: Partial<UserRow>): Promise<void> {
    await ctx
      .db('users')
      .where({ id })
      .update({ ...change, ...keysOf(change), updated_at: ctx.now() });
  },
  remove: (ctx: Ctx, id: number) => ctx.db('users').where({ id }).delete(),
  async page(ctx: Ctx, narrow: (query: Knex.QueryBuilder) => Promise<void>, q: string, limit: number, offset: number) {
    const find = async (query: Knex.QueryBuilder) => {
      await narrow(query);
      if (q)
        query.where((any) =>
          any
            .whereLike('users.login_key', `%${likeText(q)}%`)
            .orWhereLike('users.email_key', `%${likeText(q)}%`)
            .orWhereLike('users.name_key', `%${likeText(q)}%`),
        );
      // As an object: a query that is returned would run.
      return { query };
    };
    const listed = await find(withAvatar(ctx));
    const items = (await listed.query.orderBy('users.id').limit(limit).offset(offset)) as UserRow[];
    const counted = await find(ctx.db('users'));
    const [count] = (await counted.query.count({ total: '*' })) as { total: number }[];
    return { items, total: Number(count?.total ?? 0) };
  },
};

const likeText = (text: string): string => fold(text).replace(/[%_\\]/g, '');

const tellEnd = (ctx: Ctx): void => ctx.afterCommit(() => ctx.app.bus.publish(CREDENTIALS_ENDED, ''));

export const sessions = {
  all: (ctx: Ctx) => ctx.db('user_sessions'),
  insert: (ctx: Ctx, row: SessionRow) => ctx.db('user_sessions').insert(row),
  byId: (ctx: Ctx, id: string): Promise<SessionRow | undefined> => ctx.db('user_sessions').where({ id }).first(),
  /** the session with its account, in one query, for each request */
  async withUser(app: App, id: string): Promise<SessionOfUser | undefined> {
    const db = app.database.reader;
    const [row] = await cachedQuery<SessionOfUser>(db, 'session with user', [id], ([wanted]) =>
      withAvatar({ app, db })
        .join('user_sessions', 'user_sessions.user_id', 'users.id')
        .whereRaw('user_sessions.id = ?', [wanted as number])
        .select(
          'user_sessions.secret_hash',
          'user_sessions.auth_time',
          'user_sessions.last_seen_at',
          'user_sessions.revoked',
          'user_sessions.via',
          { session_created_at: 'user_sessions.created_at' },
        ),
    );
    return row;
  },
  live: (ctx: Ctx, userId: number, seenAfter: string, madeAfter: string): Promise<SessionRow[]> =>
    ctx
      .db('user_sessions')
      .where({ user_id: userId, revoked: 0 })
      .where('last_seen_at', '>', seenAfter)
      .where('created_at', '>', madeAfter)
      .orderBy('last_seen_at', 'desc'),
  /** those of these sessions that stand, with their accounts */
  standing: (app: App, ids: string[]): Promise<(UserRow & { session_id: string; via: string })[]> =>
    withAvatar({ app, db: app.database.reader })
      .join('user_sessions', 'user_sessions.user_id', 'users.id')
      .whereIn('user_sessions.id', ids)
      .where({ revoked: 0, is_active: 1 })
      .select('user_sessions.via', { session_id: 'user_sessions.id' }),
  revoke(ctx: Ctx, id: string) {
    tellEnd(ctx);
    return ctx.db('user_sessions').where({ id }).update({ revoked: 1 });
  },
  revokeThese(ctx: Ctx, ids: string[]) {
    tellEnd(ctx);
    return ctx.db('user_sessions').whereIn('id', ids).update({ revoked: 1 });
  },
  revokeAll(ctx: Ctx, userId: number, exceptId?: string) {
    tellEnd(ctx);
    return ctx
      .db('user_sessions')
      .where({ user_id: userId, revoked: 0 })
      .modify((query) => exceptId && query.whereNot({ id: exceptId }))
      .update({ revoked: 1 });
  },
  authenticated: (ctx: Ctx, id: string) => ctx.db('user_sessions').where({ id }).update({ auth_time: ctx.now() }),
  purge: (ctx: Ctx, before: string) => ctx.db('user_sessions').where('last_seen_at', '<', before).delete(),
};

export const tokens = {
  async insert(
    ctx: Ctx,
    row: Omit<TokenRow, 'id' | 'last_used_at' | 'revoked'> & { token_hash: string },
  ): Promise<TokenRow> {
    const [made] = await ctx.db('api_tokens').insert(row).returning(tokenColumns);
    return made as TokenRow;
  },
  byId: (ctx: Ctx, id: number): Promise<TokenRow | undefined> => ctx.db('api_tokens').where({ id }).first(tokenColumns),
  of: (ctx: Ctx, userId: number): Promise<TokenRow[]> =>
    ctx.db('api_tokens').where({ user_id: userId }).orderBy('id', 'desc').select(tokenColumns),
  async page(ctx: Ctx, userId: number, limit: number, offset: number) {
    const items: TokenRow[] = await ctx
      .db('api_tokens')
      .where({ user_id: userId })
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .select(tokenColumns);
    const [count] = await ctx.db('api_tokens').where({ user_id: userId }).count({ total: '*' });
    return { items, total: Number(count?.total ?? 0) };
  },
  async withUser(app: App, hash: string): Promise<TokenOfUser | undefined> {
    const db = app.database.reader;
    const [row] = await cachedQuery<TokenOfUser>(db, 'token with user', [hash], ([wanted]) =>
      db('api_tokens')
        .join('users', 'users.id', 'api_tokens.user_id')
        .whereRaw('api_tokens.token_hash = ?', [wanted as number])
        .select(
          'users.*',
          'api_tokens.scopes',
          'api_tokens.mcp_outward',
          'api_tokens.root_page_id',
          'api_tokens.expires_at',
          'api_tokens.revoked',
          { token_id: 'api_tokens.id' },
        ),
    );
    return row;
  },
  /** those of these tokens that are not revoked, with their accounts; the caller compares `expires_at` */
  standing: (app: App, ids: number[]): Promise<TokenOfUser[]> =>
    withAvatar({ app, db: app.database.reader })
      .join('api_tokens', 'api_tokens.user_id', 'users.id')
      .whereIn('api_tokens.id', ids)
      .where({ revoked: 0, is_active: 1 })
      .select('api_tokens.scopes', 'api_tokens.root_page_id', 'api_tokens.expires_at', { token_id: 'api_tokens.id' }),
  /** revokes a token and all that it made */
  revoke(ctx: Ctx, id: number) {
    tellEnd(ctx);
    return ctx.db.raw(
      `WITH RECURSIVE family(id) AS (SELECT ? + 0 UNION SELECT api_tokens.id FROM api_tokens JOIN family ON api_tokens.parent_id = family.id)
       UPDATE api_tokens SET revoked = 1 WHERE id IN (SELECT id FROM family)`,
      [id],
    );
  },
  all: (ctx: Ctx): Promise<(TokenRow & { login: string })[]> =>
    ctx
      .db('api_tokens')
      .join('users', 'users.id', 'api_tokens.user_id')
      .orderBy('api_tokens.id')
      .select([...tokenColumns.map((name) => `api_tokens.${name}`), 'users.login']),
};

export const recovery = {
  insert: (ctx: Ctx, row: { user_id: number; token_hash: string; created_at: string; expires_at: string }) =>
    ctx.db('recovery_tokens').insert(row),
  usable: (ctx: Ctx, hash: string): Promise<{ id: number; user_id: number } | undefined> =>
    ctx
      .db('recovery_tokens')
      .where({ token_hash: hash })
      .whereNull('used_at')
      .where('expires_at', '>', ctx.now())
      .first('id', 'user_id'),
  /** marks every open link of the account as used; returns how many there were */
  spend: (ctx: Ctx, userId: number): Promise<number> =>
    ctx.db('recovery_tokens').where({ user_id: userId }).whereNull('used_at').update({ used_at: ctx.now() }),
};

export const throttles = {
  /** Adds one hit and returns the count of the running window. */
  async hit(ctx: Ctx, key: string, seconds: number): Promise<{ hits: number; resets_at: string }> {
    const now = ctx.now();
    const fresh = new Date(Date.parse(now) + seconds * 1000).toISOString();
    const [row] = await ctx
      .db('throttles')
      .insert({ key, hits: 1, resets_at: fresh })
      .onConflict('key')
      .merge({
        hits: ctx.db.raw('CASE WHEN throttles.resets_at <= ? THEN 1 ELSE throttles.hits + 1 END', [now]),
        resets_at: ctx.db.raw('CASE WHEN throttles.resets_at <= ? THEN ? ELSE throttles.resets_at END', [now, fresh]),
      })
      .returning(['hits', 'resets_at']);
    return row as { hits: number; resets_at: string };
  },
  byKey: (ctx: Ctx, key: string): Promise<{ hits: number; resets_at: string } | undefined> =>
    ctx.db('throttles').where({ key }).first('hits', 'resets_at'),
  giveBack: (ctx: Ctx, keys: string[]) =>
    ctx.db('throttles').whereIn('key', keys).where('hits', '>', 0).decrement('hits'),
  purge: (ctx: Ctx) => ctx.db('throttles').where('resets_at', '<', ctx.now()).delete(),
};

/** Batched notes of when sessions and tokens were last used. */
export async function writeSeen(
  trx: Knex,
  seen: { table: 'user_sessions' | 'api_tokens'; column: string; id: string | number; at: string }[],
): Promise<void> {
  for (const { table, column, id, at } of seen)
    await trx(table)
      .where({ id })
      .update({ [column]: at });
}
