// Setting up codes of a device: begin, confirm, look, renew the backup codes, and end it, by oneself or from outside.

import { Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx, type UserActor, userOf } from '../../core/kernel/context.ts';
import { requireDispensable, signIn } from '../auth/contract.ts';
import { codeCounters, countAttempt } from './attempt-limits.ts';
import {
  hashBackupCode,
  isDeviceCode,
  newBackupCodes,
  newTotpSecret,
  otpauthUrl,
  plainCode,
  qrSvg,
  stepOf,
} from './codes.ts';
import { askersOf, reconsider } from './enforcement.ts';
import { backupCodes, codeDevices, passkeys, type TwoFactorRow } from './store.ts';

const PURPOSE = 'two-factor';

export interface Setup {
  /** base32, for typing it in */
  secret: string;
  otpauth_url: string;
  qr_svg: string;
}

const shownSetup = (secret: string, email: string): Setup => {
  const otpauth_url = otpauthUrl(secret, email);
  return { secret, otpauth_url, qr_svg: qrSvg(otpauth_url) };
};

/** Begins; what was begun before is void. @throws Problem conflict when it is in use */
export async function setUp(ctx: Ctx): Promise<Setup> {
  const { id, email } = userOf(ctx);
  const secret = newTotpSecret();
  const begun = await ctx.tx((tx) => codeDevices.begin(tx, id, tx.app.secrets.encrypt(secret, PURPOSE)));
  if (!begun) throw new Problem('conflict', 'Two-factor authentication is on already. Switch it off first.');
  return shownSetup(secret, email);
}

/** The set-up that was begun, to be shown again; nothing without one. */
export async function begunSetup(ctx: Ctx): Promise<Setup | undefined> {
  const { id, email } = userOf(ctx);
  const row = await codeDevices.of(ctx, id);
  if (!row || row.enabled_at || !isReadable(ctx, row)) return undefined;
  return shownSetup(secretOf(ctx, row), email);
}

const secretOf = (ctx: Ctx, row: Pick<TwoFactorRow, 'secret_encrypted'>): string =>
  ctx.app.secrets.decrypt(row.secret_encrypted, PURPOSE);

/** Whether it was written with the SECRET_KEY of now: with another one no code of the account can be checked. */
export function isReadable(ctx: Ctx, row: Pick<TwoFactorRow, 'secret_encrypted'>): boolean {
  try {
    secretOf(ctx, row);
    return true;
  } catch {
    return false;
  }
}

const unreadableCodes = (): Problem =>
  new Problem(
    'conflict',
    'The codes of this account were set up with another SECRET_KEY. Start the service with that key again, or have an administrator run `commonplace user reset-2fa`.',
  );

/** Takes the code of a device once. False for a wrong one and for one that was used. @throws Problem conflict */
async function takeDeviceCode(tx: Ctx, row: TwoFactorRow, code: string): Promise<boolean> {
  if (!isReadable(tx, row)) throw unreadableCodes();
  const step = stepOf(secretOf(tx, row), code, tx.now());
  return step !== undefined && codeDevices.useStep(tx, row.user_id, step);
}

async function giveBackupCodes(tx: Ctx, userId: number): Promise<string[]> {
  const codes = newBackupCodes();
  const key = tx.app.secrets.key('backup-codes');
  await backupCodes.replace(
    tx,
    userId,
    codes.map((code) => hashBackupCode(key, userId, code)),
  );
  return codes;
}

const wrongCode = (): Problem => new Problem('unauthorized', 'The code is wrong or was used already.');

/**
 * Confirms the set-up with a first code; from now on it is asked for. @returns the backup codes, this once
 * @throws Problem conflict when nothing was begun, unauthorized, rate_limited
 */
export async function activate(ctx: Ctx, code: string): Promise<string[]> {
  const { id } = userOf(ctx);
  const row = await codeDevices.of(ctx, id);
  if (!row || row.enabled_at) {
    const why = row ? 'Two-factor authentication is on already.' : 'Begin with POST /auth/2fa/setup.';
    throw new Problem('conflict', why);
  }
  return countAttempt(ctx, codeCounters(ctx, id), () =>
    ctx.tx(async (tx) => {
      if (!(await takeDeviceCode(tx, row, plainCode(code)))) throw wrongCode();
      if (!(await codeDevices.enable(tx, id)))
        throw new Problem('conflict', 'Two-factor authentication is on already.');
      await tx.use(signIn).tell(tx, id, 'two-factor.notice.on.subject', 'two-factor.notice.on.text');
      return giveBackupCodes(tx, id);
    }),
  );
}

/** Takes a code of the device or a backup code of an account, once. @throws Problem unauthorized, conflict */
export async function takeCode(tx: Ctx, userId: number, typed: string): Promise<void> {
  const row = await codeDevices.of(tx, userId);
  const code = plainCode(typed);
  if (!row?.enabled_at) throw wrongCode();
  if (isDeviceCode(code)) {
    if (!(await takeDeviceCode(tx, row, code))) throw wrongCode();
    return;
  }
  const hash = hashBackupCode(tx.app.secrets.key('backup-codes'), userId, code);
  if (!(await backupCodes.spend(tx, userId, hash))) throw isReadable(tx, row) ? wrongCode() : unreadableCodes();
  const count = await backupCodes.left(tx, userId);
  await tx.use(signIn).tell(tx, userId, 'two-factor.notice.backup.subject', 'two-factor.notice.backup.text', { count });
}

/** New backup codes; the old ones are void. @throws Problem conflict when two-factor is off */
export async function renewBackupCodes(ctx: Ctx): Promise<string[]> {
  const { id } = userOf(ctx);
  return ctx.tx(async (tx) => {
    if (!(await codeDevices.of(tx, id))?.enabled_at)
      throw new Problem('conflict', 'Two-factor authentication is off; there are no backup codes.');
    await tx.use(signIn).tell(tx, id, 'two-factor.notice.renewed.subject', 'two-factor.notice.renewed.text');
    return giveBackupCodes(tx, id);
  });
}

/** Ends it for the caller, also a set-up that was only begun; passkeys stay. */
export async function disableCodes(ctx: Ctx): Promise<void> {
  const { id } = userOf(ctx);
  await ctx.tx(async (tx) => {
    if (!(await passkeys.of(tx, id)).length) await requireDispensable(tx, id);
    const had = await codeDevices.remove(tx, id);
    await reconsider(tx, id);
    if (!had) return;
    const isGuarded = (await passkeys.of(tx, id)).length > 0;
    const [subject, text] = isGuarded ? ['keys_subject', 'keys'] : ['subject', 'text'];
    await tx.use(signIn).tell(tx, id, `two-factor.notice.off.${subject}`, `two-factor.notice.off.${text}`);
  });
}

/** Takes codes, backup codes and passkeys off an account, for somebody who has lost them. */
export async function reset(tx: Ctx, userId: number): Promise<void> {
  await requireDispensable(tx, userId);
  const had = await codeDevices.remove(tx, userId);
  const keys = await passkeys.removeAll(tx, userId);
  await reconsider(tx, userId);
  tx.log.info({ user_id: userId, by: actorId(tx) }, 'second factor taken off an account');
  if (had || keys)
    await tx.use(signIn).tell(tx, userId, 'two-factor.notice.reset.subject', 'two-factor.notice.reset.text');
}

export interface TwoFactorStatus {
  enabled: boolean;
  /** begun, and not confirmed yet */
  pending: boolean;
  /** the service or a workspace asks for it */
  required: boolean;
  backup_codes_left: number;
}

export async function statusOf(ctx: Ctx, person: Pick<UserActor, 'id' | 'isAdmin'>): Promise<TwoFactorStatus> {
  const row = await codeDevices.of(ctx, person.id);
  const askers = await askersOf(ctx, person);
  return {
    enabled: Boolean(row?.enabled_at),
    pending: Boolean(row && !row.enabled_at),
    required: askers.service || askers.workspaces.length > 0,
    backup_codes_left: await backupCodes.left(ctx, person.id),
  };
}
