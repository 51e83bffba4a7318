// Passkeys: made by a browser or a device for this address alone, proved by signing a challenge that is good once.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isUniqueViolation } from '../../core/database/engine-errors.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, requireDispensable, signIn } from '../auth/contract.ts';
import { reconsider } from './enforcement.ts';
import { challenges, codeDevices, type PasskeyRow, type Purpose, passkeys } from './store.ts';

const MINUTES = 5;
const MOST = 20;

/** The library is large and seldom needed. */
const webauthn = () => import('@simplewebauthn/server');

/** A passkey belongs to the host of the public address; whoever opens another one cannot use it. */
const place = (app: App) => ({
  expectedOrigin: new URL(app.baseUrl).origin,
  expectedRPID: new URL(app.baseUrl).hostname,
});

const wrongPasskey = (): Problem => new Problem('unauthorized', 'The passkey was not accepted.');

async function keepChallenge(ctx: Ctx, challenge: string, purpose: Purpose, userId: number | null): Promise<void> {
  const expires = new Date(Date.parse(ctx.now()) + MINUTES * 60_000).toISOString();
  await ctx.tx(async (tx) => void (await challenges.insert(tx, challenge, purpose, userId, expires)));
}

const allowed = (rows: PasskeyRow[]) =>
  rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(',').filter(Boolean),
  }));

/** What the browser needs to make a new one. @throws Problem conflict with 20 of them */
export async function registrationOptions(ctx: Ctx): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, email, fullName, login } = userOf(ctx);
  const own = await passkeys.of(ctx, id);
  if (own.length >= MOST) throw new Problem('conflict', 'There are 20 passkeys already. Remove one first.');
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Commonplace',
    rpID: place(ctx.app).expectedRPID,
    userID: new TextEncoder().encode(`user-${id}`),
    userName: email,
    userDisplayName: fullName || login,
    excludeCredentials: allowed(own),
    // Kept on the device, so that signing in needs no name first; some security keys have no room for that.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(ctx, options.challenge, 'register', id);
  return options;
}

/** Keeps what the browser made. @throws Problem validation_failed, conflict for one that is known already */
export async function registerPasskey(ctx: Ctx, given: object, name: string): Promise<PasskeyRow> {
  const { id } = userOf(ctx);
  const { verifyRegistrationResponse } = await webauthn();
  const response = given as RegistrationResponseJSON;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => ctx.tx((tx) => challenges.take(tx, challenge, 'register', id)),
    requireUserVerification: false,
    ...place(ctx.app),
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw invalid(['body', 'passkey'], 'was not accepted; begin again');
  const { credential } = registrationInfo;
  return ctx.tx(async (tx) => {
    const row = {
      user_id: id,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).join(','),
    };
    const made = await passkeys.insert(tx, row).catch((error) => {
      if (isUniqueViolation(error)) throw new Problem('conflict', 'This passkey is known already.');
      throw error;
    });
    await tx.use(signIn).tell(tx, id, 'two-factor.notice.passkey.subject', 'two-factor.notice.passkey.text', { name });
    return made;
  });
}

/** What the browser needs to use one: any of this address to sign in, or one of an account that is known already. */
export async function usageOptions(
  ctx: Ctx,
  purpose: Exclude<Purpose, 'register'>,
  userId: number | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: place(ctx.app).expectedRPID,
    allowCredentials: userId === null ? undefined : allowed(await passkeys.of(ctx, userId)),
    userVerification: purpose === 'second' ? 'preferred' : 'required',
  });
  await keepChallenge(ctx, options.challenge, purpose, userId);
  return options;
}

/**
 * The account that a passkey proves. Without a password before it, the person must have unlocked it as well (by finger,
 * face or PIN), so that it is two factors by itself.
 * @throws Problem unauthorized, also for a copied one, whose counter does not grow
 */
export async function checkPasskey(
  ctx: Ctx,
  given: object,
  purpose: Exclude<Purpose, 'register'>,
  userId: number | null,
): Promise<number> {
  const { id } = given as { id?: unknown };
  const row = typeof id === 'string' ? await passkeys.byCredential(ctx, id) : undefined;
  if (!row || (userId !== null && row.user_id !== userId)) throw wrongPasskey();
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyAuthenticationResponse({
    response: given as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => ctx.tx((tx) => challenges.take(tx, challenge, purpose, userId)),
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
    requireUserVerification: purpose !== 'second',
    ...place(ctx.app),
  }).catch(() => undefined);
  if (!result?.verified) throw wrongPasskey();
  const { newCounter } = result.authenticationInfo;
  if (!(await ctx.tx((tx) => passkeys.used(tx, row.id, newCounter)))) throw wrongPasskey();
  return row.user_id;
}

export async function removePasskey(ctx: Ctx, { id, name, user_id: userId }: PasskeyRow): Promise<void> {
  await ctx.tx(async (tx) => {
    const isLast = (await passkeys.of(tx, userId)).length === 1;
    if (isLast) await tx.use(accounts).requireWayInWithout(tx, userId, 'passkeys');
    if (isLast && !(await codeDevices.withCodes(tx, [userId])).length) await requireDispensable(tx, userId);
    await passkeys.remove(tx, id);
    await reconsider(tx, userId);
    const values = { name };
    await tx
      .use(signIn)
      .tell(tx, userId, 'two-factor.notice.passkey_gone.subject', 'two-factor.notice.passkey_gone.text', values);
  });
}

export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  created_at,
  last_used_at,
});
