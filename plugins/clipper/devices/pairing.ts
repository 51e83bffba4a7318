// Pairing by code (RFC 8628): an extension asks, a person who is signed in looks and allows it, and the extension,
// which alone knows the secret behind its challenge, fetches its credential once.
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { accounts, signIn, throttle } from '../../auth/contract.ts';
import { type PairingRow, pairedDeviceStore, pairingStore } from './device-store.ts';
import { TOKEN_PREFIX } from './devices.ts';

export const PAIRING_SECONDS = 300;
const GUESSES = 10;
/** Letters that nobody takes for others, and that make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

export interface PairingInput {
  device_id: string;
  device_name: string;
  extension_name?: string;
  /** base64url of the SHA-256 of the verifier */
  challenge: string;
}

const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people may have typed it. */
const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');

export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** @throws Problem rate_limited */
export async function beginPairing(ctx: Ctx, { extension_name = 'clipper', ...input }: PairingInput) {
  await ctx.use(throttle).take(ctx, [{ key: `clip-pairing:${ctx.address}`, limit: 10, seconds: 3600 }]);
  const code = newCode();
  const poll_token = randomSecret();
  const expires_at = new Date(Date.parse(ctx.now()) + PAIRING_SECONDS * 1000).toISOString();
  await ctx.tx(async (tx) => {
    await pairingStore.purge(tx);
    await pairingStore.insert(tx, {
      ...{ ...input, extension_name, ip_address: ctx.address, expires_at },
      ...{ user_code_hash: hashSecret(code), poll_hash: hashSecret(poll_token) },
    });
  });
  return { user_code: shownCode(code), poll_token, expires_in: PAIRING_SECONDS };
}

/**
 * The pairing that a code names, for whoever may allow it. Wrong codes are counted.
 * @throws Problem rate_limited, validation_failed for a code that names none
 */
export async function pairingOf(ctx: Ctx, typed: string): Promise<PairingRow> {
  const guesses = { key: `clip-code:${userOf(ctx).id}`, limit: GUESSES, seconds: 600 };
  const giveBack = await ctx.use(throttle).take(ctx, [guesses]);
  const found = await pairingStore.byCode(ctx, hashSecret(plainCode(typed)));
  if (found?.state !== 'waiting')
    throw invalid(['body', 'code'], 'is unknown or too old: press Connect in the extension again');
  await giveBack();
  return found;
}

/** @throws Problem validation_failed for a code that is over, rate_limited */
export async function decidePairing(ctx: Ctx, typed: string, isAllowed: boolean): Promise<PairingRow> {
  const pairing = await pairingOf(ctx, typed);
  const decision = isAllowed
    ? ({ state: 'allowed', user_id: userOf(ctx).id } as const)
    : ({ state: 'denied', user_id: null } as const);
  const isDecided = await ctx.tx((tx) => pairingStore.decide(tx, pairing.id, decision));
  if (!isDecided) throw new Problem('conflict', 'Somebody has decided on this code meanwhile.');
  return pairing;
}

export type PairingStatus = { status: 'waiting' | 'denied' } | { status: 'paired'; token: string; device_id: string };

const challengeOf = (verifier: string): Buffer => createHash('sha256').update(verifier).digest();

function isRight({ challenge }: PairingRow, verifier: string): boolean {
  const expected = Buffer.from(challenge, 'base64url');
  const given = challengeOf(verifier);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** What has become of it; the credential is given once. @throws Problem not_found for one that is over, validation_failed */
export async function pollPairing(ctx: Ctx, poll_token: string, verifier: string): Promise<PairingStatus> {
  const polled = await ctx.tx(async (tx) => {
    const pairing = await pairingStore.hold(tx, hashSecret(poll_token));
    if (!pairing) return 'over';
    if (!isRight(pairing, verifier)) return missed(tx, pairing);
    if (pairing.state === 'waiting') return { status: 'waiting' } as const;
    await pairingStore.remove(tx, pairing.id);
    return pairing.state === 'allowed' ? pair(tx, pairing) : ({ status: 'denied' } as const);
  });
  if (polled === 'over') throw new Problem('not_found', 'This pairing is over: press Connect again.');
  if (polled === 'missed') throw invalid(['body', 'verifier'], 'does not belong to this pairing');
  return polled;
}

async function missed(tx: Ctx, pairing: PairingRow): Promise<'missed'> {
  if (pairing.tries + 1 >= GUESSES) await pairingStore.remove(tx, pairing.id);
  else await pairingStore.missed(tx, pairing.id);
  return 'missed';
}

async function pair(tx: Ctx, { user_id, extension_name, device_id, device_name }: PairingRow): Promise<PairingStatus> {
  const user = user_id === null ? undefined : await tx.use(accounts).byId(tx, user_id);
  if (!user?.is_active) return { status: 'denied' };
  const token = `${TOKEN_PREFIX}${randomSecret()}`;
  const device = { user_id: user.id, extension_name, device_id, device_name, token_hash: hashSecret(token) };
  await pairedDeviceStore.pair(tx, device);
  const name = device_name || device_id;
  await tx.use(signIn).tell(tx, user.id, 'clipper.notice.paired.subject', 'clipper.notice.paired.text', { name });
  return { status: 'paired', token, device_id };
}
