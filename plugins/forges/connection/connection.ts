// Connecting an account with a forge and leaving it: by a sign-in there, or by a token that the person made.
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { signIn } from '../../auth/contract.ts';
import { type ProvedIdentity, SignInRefusal, signOn } from '../../sso/contract.ts';
import { adapterOf, apiOf } from '../adapters/adapter-list.ts';
import { ForgeFault } from '../adapters/forge-api.ts';
import { clientSecretOf, openSecret, sealForgeSecret } from '../registration/registration.ts';
import { type ForgeKey, type ForgeRow, forgeStore, KEYS } from '../registration/store.ts';
import { problemOf } from './access-token.ts';
import { endToken, type ForgeTokens } from './oauth.ts';
import { connectionStore, type NewConnection } from './store.ts';

/** @throws Problem not_found */
export async function requireForge(ctx: Ctx, key: string): Promise<ForgeRow> {
  const forge = (KEYS as readonly string[]).includes(key) ? await forgeStore.byKey(ctx, key) : undefined;
  if (!forge) throw notFound();
  return forge;
}

/** Who the owner of a token is at the forge, as single sign-on takes it. @throws ForgeFault */
export async function tokenIdentity(ctx: Ctx, forge: ForgeRow, tokens: ForgeTokens): Promise<ProvedIdentity> {
  const adapter = adapterOf(forge);
  const api = apiOf(ctx.app, forge, tokens.access);
  const [person, email] = await Promise.all([adapter.me(api), adapter.email(api)]);
  return {
    provider: forge.key,
    issuer: forge.base_url,
    subject: person.id,
    email,
    // Only an address that the forge has checked is read at all.
    isEmailVerified: email !== '',
    full_name: person.full_name,
    login: person.login,
    groups: undefined,
    sid: '',
    idToken: '',
    authTime: undefined,
    claims: {},
    keep: JSON.stringify(tokens),
  };
}

const rowOf = (ctx: Ctx, userId: number, forge: ForgeRow, tokens: ForgeTokens) => ({
  user_id: userId,
  forge_id: forge.id,
  access_token_encrypted: sealForgeSecret(ctx, tokens.access),
  refresh_token_encrypted: tokens.refresh ? sealForgeSecret(ctx, tokens.refresh) : null,
  expires_at: tokens.expiresAt,
});

/** Whose identity of a forge comes in is connected with it. @throws SignInRefusal when it is somebody else's */
export async function keepConnection(tx: Ctx, userId: number, identity: ProvedIdentity): Promise<void> {
  if (!identity.keep) return;
  const forge = await forgeStore.byKey(tx, identity.provider);
  if (forge?.base_url !== identity.issuer) return;
  const row: NewConnection = {
    ...rowOf(tx, userId, forge, JSON.parse(identity.keep) as ForgeTokens),
    ...{ forge_user_id: identity.subject, login: identity.login, kind: 'oauth' },
  };
  if (await isTaken(tx, row)) {
    const { provider, subject, email } = identity;
    throw new SignInRefusal('identity_taken', { provider, subject, email, user_id: userId });
  }
  await connectionStore.save(tx, row);
}

const isTaken = async (tx: Ctx, { forge_id, forge_user_id, user_id }: NewConnection): Promise<boolean> => {
  const other = await connectionStore.byPerson(tx, forge_id, forge_user_id);
  return other !== undefined && other.user_id !== user_id;
};

/** Whoever had the account before may have connected a forge of their own with it. */
export async function removeConnections(tx: Ctx, userId: number): Promise<void> {
  await connectionStore.removeAll(tx, userId);
}

/** Connects the caller by a token of their own. @throws Problem validation_failed, conflict, unavailable */
export async function connectByToken(ctx: Ctx, forge: ForgeRow, token: string): Promise<void> {
  const me = userOf(ctx).id;
  const person = await adapterOf(forge)
    .me(apiOf(ctx.app, forge, token))
    .catch((error: unknown) => {
      const isRefused = error instanceof ForgeFault && (error.reason === 'revoked' || error.reason === 'refused');
      throw isRefused ? invalid(['body', 'token'], `is not accepted by ${forge.name}`) : problemOf(error, forge);
    });
  const row: NewConnection = {
    ...rowOf(ctx, me, forge, { access: token, refresh: null, expiresAt: null }),
    ...{ forge_user_id: person.id, login: person.login, kind: 'personal' },
  };
  await ctx.tx(async (tx) => {
    if (await isTaken(tx, row))
      throw new Problem('conflict', `${person.login} of ${forge.name} is connected with another account.`);
    await connectionStore.save(tx, row);
    const values = { name: forge.name, login: person.login };
    await tx.use(signIn).tell(tx, me, 'forges.notice.connected.subject', 'forges.notice.connected.text', values);
  });
}

/**
 * Forgets what the caller is connected by, and ends the token at the forge where that is possible.
 * @throws Problem not_found, conflict when it is the only way in
 */
export async function disconnect(ctx: Ctx, forge: ForgeRow): Promise<void> {
  const me = userOf(ctx).id;
  const row = await connectionStore.one(ctx, me, forge.id);
  if (!row) throw notFound();
  await ctx.tx(async (tx) => {
    await tx.use(signOn).disconnect(tx, me, forge.key as ForgeKey);
    await connectionStore.remove(tx, row.id);
  });
  const secret = clientSecretOf(ctx, forge);
  if (!secret || row.kind === 'personal') return;
  try {
    await endToken(ctx.app, forge, secret, openSecret(ctx, row.access_token_encrypted));
  } catch (error) {
    // Written with another SECRET_KEY: nobody can use it any more.
    ctx.log.info({ err: error, forge: forge.key }, 'a token of a forge could not be read');
  }
}
