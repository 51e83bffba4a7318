// Tokens of directories: shown once, kept as a hash, good for SCIM alone.
import type { Request } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { countSignIn } from '../sign-in-limit.ts';
import { type ScimTokenRow, scimTokenStore } from './token-store.ts';

const PREFIX = 'scim_';
const SHOWN = PREFIX.length + 6;
/** As many as directories send while they bring everybody in. */
const RATE = { limit: 1500, seconds: 60 };
/** Uses closer together than this are noted once. */
const NOTED_MS = 60_000;

async function tellAdministrators(tx: Ctx, text: string, name: string): Promise<void> {
  const by = tx.actor.type === 'user' ? tx.actor.fullName || tx.actor.login : 'commonplace scim';
  for (const { id } of await tx.use(accounts).admins(tx))
    await tx.use(signIn).tell(tx, id, 'sso.notice.scim.subject', text, { by, name });
}

export function createScimToken(ctx: Ctx, name: string): Promise<ScimTokenRow & { token: string }> {
  const token = `${PREFIX}${randomSecret()}`;
  return ctx.tx(async (tx) => {
    const made = await scimTokenStore.insert(tx, {
      name,
      token_hash: hashSecret(token),
      token_prefix: token.slice(0, SHOWN),
      created_by: actorId(tx),
    });
    await tellAdministrators(tx, 'sso.notice.scim.created', name);
    tx.log.info({ scim_token_id: made.id, by: actorId(tx) }, 'token of a directory made');
    return { ...made, token };
  });
}

/** @throws Problem not_found */
export function revokeScimToken(ctx: Ctx, id: number): Promise<void> {
  return ctx.tx(async (tx) => {
    const row = await scimTokenStore.byId(tx, id);
    if (!row) throw notFound();
    if (!(await scimTokenStore.revoke(tx, id))) return;
    await tellAdministrators(tx, 'sso.notice.scim.revoked', row.name);
    tx.log.info({ scim_token_id: id, by: actorId(tx) }, 'token of a directory revoked');
  });
}

/** The token of a request. @throws Problem unauthorized, invalid_token, token_revoked, rate_limited */
export async function requireScimToken(request: Request): Promise<ScimTokenRow> {
  const { ctx } = request;
  const given = header(request, 'authorization');
  const secret = /^bearer (\S+)$/i.exec(given ?? '')?.[1];
  const row = secret?.startsWith(PREFIX) ? await scimTokenStore.byHash(ctx, hashSecret(secret)) : undefined;
  if (!row) {
    countSignIn(request);
    throw new Problem(
      given === undefined ? 'unauthorized' : 'invalid_token',
      'A token of this SCIM service is needed.',
    );
  }
  if (row.revoked_at) throw new Problem('token_revoked');
  ctx.app.limits.hit(`scim:${row.id}`, RATE, Date.parse(ctx.now()));
  if (!row.last_used_at || Date.parse(ctx.now()) - Date.parse(row.last_used_at) > NOTED_MS)
    await ctx.tx((tx) => scimTokenStore.used(tx, row.id));
  return row;
}
