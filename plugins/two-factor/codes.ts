// The codes themselves, without I/O: those of a device by RFC 6238 (SHA-1, 6 digits, 30 seconds) and backup codes.
import { createHmac, type KeyObject, randomInt } from 'node:crypto';
import { lazy } from '../../core/boot/lazy-require.ts';

const otplib = lazy<typeof import('otplib')>('otplib');
const uqr = lazy<typeof import('uqr')>('uqr');

const PERIOD_SECONDS = 30;
const ISSUER = 'Commonplace';

export const newTotpSecret = (): string => otplib().generateSecret();

/** What apps read, as text or from the picture. */
export const otpauthUrl = (secret: string, email: string): string =>
  otplib().generateURI({ issuer: ISSUER, label: email, secret });

/** Black on white in every theme, because cameras read it. */
export const qrSvg = (url: string): string => uqr().renderSVG(url, { ecc: 'M', border: 4, pixelSize: 4 });

const DEVICE_CODE = /^\d{6}$/;
export const isDeviceCode = (code: string): boolean => DEVICE_CODE.test(code);

/** The time step to which a code belongs: the running one, the one before or the next; nothing for a wrong code. */
export function stepOf(secret: string, code: string, now: string): number | undefined {
  if (!isDeviceCode(code)) return undefined;
  const epoch = Math.floor(Date.parse(now) / 1000);
  const found = otplib().verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** Without 0, 1, i, l and o, which look alike on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;
const BACKUP_CODES = 10;

const backupCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
};

export const newBackupCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < BACKUP_CODES) codes.add(backupCode());
  return [...codes];
};

/** As people type it: spaces, dashes and capitals do not matter. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/**
 * Ten letters are too few for a plain hash: whoever has the database alone could try them all, so that the hash needs a
 * key of the service as well.
 */
export const hashBackupCode = (key: KeyObject, userId: number, code: string): string =>
  createHmac('sha256', key)
    .update(`${userId}:${plainCode(code)}`)
    .digest('base64url');
