// Bearer tokens of API clients: shown once, kept as a hash, never wider or longer-lived than what made them.
import type { Request } from '@hapi/hapi';
import { includesScope } from '../../core/access/credential.ts';
import { hashSecret, randomSecret } from '../../core/boot/secrets.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import { header } from '../../core/http/request-header.ts';
import type { Scope } from '../../core/http/route.ts';
import type { App } from '../../core/kernel/app.ts';
import { type Ctx, type UserActor, userOf } from '../../core/kernel/context.ts';
import { tokenSources } from './contract.ts';
import { sendAccountNotice } from './notices.ts';
import { tokenPolicies } from './policies.ts';
import { presentToken, type TokenJson } from './present.ts';
import type { LastUsed } from './sessions/last-used.ts';
import { userActor } from './sessions/sessions.ts';
import { type TokenOfUser, type TokenRow, tokens } from './store.ts';

const known: Scope[] = ['read', 'write', 'admin'];
const DEFAULT_SCOPES = 'read,write';
const PREFIX_LENGTH = 8;

export interface TokenInput {
  name?: string;
  /** `read,write` or a list */
  scopes?: string | string[];
  expires_at?: string | null;
  /** tools for agents that reach outside are offered to what holds it */
  mcp_outward?: boolean;
  /** it is good for this page and what lies below it, and for nothing else */
  root_page_id?: number | null;
}

/** @throws Problem validation_failed when any scope is unknown: the whole list is refused */
export function parseScopes(input: string | string[] | undefined): Scope[] {
  const list = (Array.isArray(input) ? input : (input ?? DEFAULT_SCOPES).split(',')).map((scope) => scope.trim());
  const unknown = list.find((scope) => !known.includes(scope as Scope));
  if (unknown !== undefined || !list.length) {
    throw invalid(
      ['body', 'scopes'],
      'must be read, write or admin',
      'literal_error',
      String(unknown ?? '').slice(0, 50),
    );
  }
  return known.filter((scope) => list.includes(scope));
}

/** @throws Problem forbidden for admin without being one, insufficient_scope for wider than the parent token, validation_failed */
export async function createToken(ctx: Ctx, input: TokenInput): Promise<TokenJson & { token: string }> {
  const me = userOf(ctx);
  const scopes = parseScopes(input.scopes);
  if (scopes.includes('admin') && !me.isAdmin)
    throw new Problem('forbidden', 'Only administrators may have the scope admin.');
  const parent = me.tokenId ? await tokens.byId(ctx, me.tokenId) : undefined;
  const tooWide = parent && me.scopes && isWider(parent, me, scopes, input);
  if (tooWide) throw new Problem('insufficient_scope', 'A token cannot make a wider one.');
  await requireLimit(ctx, scopes, input);
  const secret = `cp_${randomSecret()}`;
  const row = await ctx.tx(async (tx) => {
    const made = await tokens.insert(tx, {
      user_id: me.id,
      parent_id: parent?.id ?? null,
      name: input.name ?? 'API token',
      token_hash: hashSecret(secret),
      token_prefix: secret.slice(0, PREFIX_LENGTH),
      scopes: scopes.join(','),
      mcp_outward: Number(input.mcp_outward ?? false),
      root_page_id: input.root_page_id ?? null,
      expires_at: expiry(ctx, input.expires_at, parent),
      created_at: tx.now(),
    });
    const values = { name: made.name, scopes: scopes.join(', ') };
    const person = { id: me.id, email: me.email, full_name: me.fullName };
    await sendAccountNotice(tx, person, 'auth.notice.token.subject', 'auth.notice.token.text', values);
    return made;
  });
  return { ...presentToken(row), token: secret };
}

/** @throws Problem validation_failed for a page that the person does not see, and for administration of one page */
async function requireLimit(ctx: Ctx, scopes: Scope[], { root_page_id }: TokenInput): Promise<void> {
  if (typeof root_page_id !== 'number') return;
  if (scopes.includes('admin'))
    throw invalid(['body', 'scopes'], 'must be read or write for a token that is limited to a page', 'literal_error');
  if (!(await ctx.app.access.allows(ctx, tokenPolicies.limitTo, root_page_id)))
    throw invalid(['body', 'root_page_id'], 'must be a page that you can see', 'not_found');
}

const isWider = (parent: TokenRow, me: UserActor, scopes: Scope[], { mcp_outward }: TokenInput): boolean =>
  parent.root_page_id !== null ||
  scopes.some((scope) => !includesScope(me.scopes as Scope[], scope)) ||
  (mcp_outward === true && !parent.mcp_outward);

function expiry(ctx: Ctx, wanted: string | null | undefined, parent: TokenRow | undefined): string | null {
  const at = wanted ? new Date(wanted).toISOString() : null;
  if (at && at <= ctx.now()) throw invalid(['body', 'expires_at'], 'must be in the future', 'datetime_future');
  const limit = parent?.expires_at ?? null;
  if (limit && at && at > limit)
    throw invalid(['body', 'expires_at'], 'is later than that of the token used', 'less_than_equal');
  return at ?? limit;
}

export const revokeToken = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await tokens.revoke(tx, id)));

/** Which token it is, and the page that it is limited to. */
export const tokenLimits = ({ token_id, root_page_id }: Pick<TokenOfUser, 'token_id' | 'root_page_id'>) => ({
  tokenId: token_id,
  ...(root_page_id !== null && { rootPageId: root_page_id }),
});

/** The account behind a bearer token, or null without one. @throws Problem invalid_token, token_expired, token_revoked */
export async function tokenActor(app: App, seen: LastUsed, request: Request): Promise<UserActor | null> {
  const match = /^bearer (\S+)$/i.exec(header(request, 'authorization') ?? '');
  if (!header(request, 'authorization')) return null;
  if (!match?.[1]) throw new Problem('invalid_token', 'The Authorization header takes the form Bearer <token>.');
  const token = match[1];
  const source = app.contributions(tokenSources).find(({ prefix }) => token.startsWith(prefix));
  if (source) return source.actorOf(app, token);
  const row = await tokens.withUser(app, hashSecret(token));
  if (!row?.is_active) throw new Problem('invalid_token');
  if (row.revoked) throw new Problem('token_revoked');
  if (row.expires_at && row.expires_at <= app.now()) throw new Problem('token_expired');
  seen.note('api_tokens', row.token_id, null);
  const scopes = row.scopes.split(',') as Scope[];
  return { ...userActor(row), ...tokenLimits(row), scopes, ...(row.mcp_outward && { mcpOutward: true }) };
}
