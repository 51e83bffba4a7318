// Paired devices: who calls by their credential, and how it ends.
import { hashSecret } from '../../../core/boot/secrets.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Scope } from '../../../core/http/route.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { App } from '../../../core/kernel/app.ts';
import { type Ctx, type UserActor, userOf } from '../../../core/kernel/context.ts';
import { accounts, actorOf, type TokenSource } from '../../auth/contract.ts';
import { type PairedDeviceRow, pairedDeviceStore } from './device-store.ts';

export const TOKEN_PREFIX = 'cpx_';
const UNUSED_DAYS = 90;
const MINUTE = 60_000;

export const deviceTokens: TokenSource = {
  prefix: TOKEN_PREFIX,
  async actorOf(app: App, token: string): Promise<UserActor> {
    const ctx = app.context({ type: 'system', reason: 'paired device' });
    const device = await pairedDeviceStore.byHash(ctx, hashSecret(token));
    const user = device && (await ctx.use(accounts).byId(ctx, device.user_id));
    if (!device || !user?.is_active) throw new Problem('invalid_token');
    if (device.revoked) throw new Problem('token_revoked', 'This device is not connected any more: connect it again.');
    const last = device.last_used_at ?? device.created_at;
    if (last < daysAgo(ctx, UNUSED_DAYS))
      throw new Problem('token_expired', `This device was not used for ${UNUSED_DAYS} days: connect it again.`);
    if (device.last_used_at === null || Date.parse(app.now()) - Date.parse(last) > MINUTE) await noteUse(ctx, device);
    return { ...actorOf(user), device: device.id, scopes: device.scopes.split(',') as Scope[] };
  },
};

/** A clip matters more than the time of it. */
async function noteUse(ctx: Ctx, { id }: PairedDeviceRow): Promise<void> {
  await ctx
    .tx((tx) => pairedDeviceStore.used(tx, id))
    .catch((error) => ctx.log.warn({ err: error }, 'last use could not be noted'));
}

export const presentDevice = (row: PairedDeviceRow, currentId?: number) => ({
  id: row.id,
  extension_name: row.extension_name,
  device_id: row.device_id,
  device_name: row.device_name,
  scopes: row.scopes,
  current: row.id === currentId,
  last_used_at: row.last_used_at,
  created_at: row.created_at,
});

export async function listPairedDevices(ctx: Ctx) {
  const { id, device } = userOf(ctx);
  return (await pairedDeviceStore.of(ctx, id)).map((row) => presentDevice(row, device));
}

export const revokeDevice = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await pairedDeviceStore.revoke(tx, id)));

export const revokeAllDevices = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => void (await pairedDeviceStore.revokeAll(tx, userOf(tx).id)));

/** When an account is signed out everywhere its devices are, too. */
export async function endDevices(tx: Ctx, userId: number): Promise<void> {
  await pairedDeviceStore.revokeAll(tx, userId);
}

export async function endUnusedDevices(ctx: Ctx): Promise<void> {
  await ctx.tx((tx) => pairedDeviceStore.revokeUnused(tx, daysAgo(tx, UNUSED_DAYS)));
}
