// Password policy and hashing: long rather than odd, never a common one, at most two hashes at work at once.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import type { Settings } from '../../../core/boot/config.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import { commonPasswords } from './common-passwords.ts';

const derive = promisify<string | Buffer, Buffer, number, object, Buffer>(scrypt);
const queue = new PQueue({ concurrency: 2 });

const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 128 * 1024 * 1024 };
export const PASSWORD_MAX = 128;

export interface PolicyInput {
  /** in characters */
  least: number;
  full_name: string;
  login: string;
  email: string;
}

/** A second factor makes up for a shorter password. */
export const leastLength = (policy: Settings['PASSWORD_POLICY'], hasSecondFactor = false): number =>
  policy === 'strict' && !hasSecondFactor ? 15 : 8;

/** Why a password is refused, in words for the person, or null. */
export function weakness(password: string, { least, full_name, login, email }: PolicyInput): string | null {
  const length = [...password].length;
  if (length < least) return `should have at least ${least} characters`;
  if (length > PASSWORD_MAX) return `should have at most ${PASSWORD_MAX} characters`;
  const key = uniqueKey(password);
  if (new Set(key).size < 3) return 'repeats the same characters';
  if (commonPasswords.has(key)) return 'is one of the most common passwords';
  const personal = [
    'commonplace',
    login,
    email,
    email.split('@')[0] ?? '',
    ...full_name.split(/\s+/),
    full_name.replace(/\s+/g, ''),
  ];
  const names = personal.map(uniqueKey).filter((name) => name.length >= 4);
  if (names.includes(key)) return 'is your name, your address or the name of this product';
  return null;
}

/** `scrypt$N$r$p$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await queue.add(() => derive(password.normalize('NFC'), salt, 32, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

const nobody = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  randomBytes(16).toString('base64url'),
  randomBytes(32).toString('base64url'),
].join('$');

/** Takes the same time for accounts that do not exist or have no password (`stored` null). */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (stored ?? nobody).split('$');
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('unknown password hash');
  const expected = Buffer.from(hash, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const actual = await queue.add(() =>
    derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), expected.length, options),
  );
  return timingSafeEqual(actual, expected) && stored !== null;
}
