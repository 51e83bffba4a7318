// Accounts as administrators see them: find, appoint, deactivate, sign out, help back in; never without a last one.

import { notFound, Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { FIRST_ACCOUNT_LOCK } from './accounts.ts';
import { type Administration, accountLeaving, accountRemoval, type User } from './contract.ts';
import { sendAccountNotice } from './notices.ts';
import { resetLink } from './passwords/recovery.ts';
import { presentUser } from './present.ts';
import { requireDispensable } from './safeguard.ts';
import { endAccess } from './sessions/access-end.ts';
import { sessionDeviceStore } from './sessions/device-store.ts';
import { guardedOf, removeSecondFactor } from './sessions/second-factor.ts';
import { type UserRow, users } from './store.ts';

async function found(ctx: Ctx, id: number): Promise<UserRow> {
  const row = await users.byId(ctx, id);
  if (!row) throw notFound();
  return row;
}

/** @throws Problem conflict when the service would have no active administrator left */
async function keepAnAdmin(ctx: Ctx, row: UserRow): Promise<void> {
  if (row.is_admin === 1 && row.is_active === 1 && (await users.activeAdmins(ctx)) === 1)
    throw new Problem('conflict', 'The last administrator cannot be removed.');
}

async function appoint(tx: Ctx, row: UserRow, isAdmin: boolean): Promise<void> {
  if ((row.is_admin === 1) === isAdmin) return;
  if (!isAdmin) {
    await keepAnAdmin(tx, row);
    await requireDispensable(tx, row.id);
  }
  await users.update(tx, row.id, { is_admin: isAdmin ? 1 : 0 });
  await sendAccountNotice(tx, row, 'auth.notice.admin.subject', `auth.notice.admin.${isAdmin ? 'granted' : 'taken'}`);
  tx.log.info({ user_id: row.id, is_admin: isAdmin, by: actorId(tx) }, 'administrator changed');
}

async function activate(tx: Ctx, row: UserRow, isActive: boolean): Promise<void> {
  if ((row.is_active === 1) === isActive) return;
  if (!isActive) {
    await keepAnAdmin(tx, row);
    for (const check of tx.app.contributions(accountLeaving)) await check(tx, row.id);
    await endAccess(tx, row.id);
  }
  await users.update(tx, row.id, { is_active: isActive ? 1 : 0 });
  tx.log.info({ user_id: row.id, is_active: isActive, by: actorId(tx) }, 'account changed');
}

async function change(ctx: Ctx, id: number, wanted: { is_admin?: boolean; is_active?: boolean }): Promise<User> {
  return ctx.tx(async (tx) => {
    // Two administrators who remove each other at the same moment must not both see the other one stay.
    await tx.dialect.advisoryLock(tx.db as never, FIRST_ACCOUNT_LOCK);
    if (wanted.is_admin !== undefined) await appoint(tx, await found(tx, id), wanted.is_admin);
    if (wanted.is_active !== undefined) await activate(tx, await found(tx, id), wanted.is_active);
    return presentUser(await found(tx, id));
  });
}

async function remove(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, FIRST_ACCOUNT_LOCK);
    const row = await found(tx, id);
    await keepAnAdmin(tx, row);
    for (const check of tx.app.contributions(accountLeaving)) await check(tx, id);
    await endAccess(tx, id);
    for (const leave of tx.app.contributions(accountRemoval)) await leave(tx, id);
    // Tables that name people say themselves what then becomes of their rows.
    await users.remove(tx, id);
    tx.log.info({ user_id: id, by: actorId(tx) }, 'account deleted');
  });
}

export const administrationService: Administration = {
  async page(ctx, { q = '', only, limit, offset }) {
    const narrow = (query: ReturnType<typeof users.query>) => {
      if (only === 'admins') query.where({ 'users.is_admin': 1 });
      if (only === 'inactive') query.where({ 'users.is_active': 0 });
    };
    const { items, total } = await users.page(ctx, narrow as never, q, limit, offset);
    return { items: items.map(presentUser), total };
  },
  change,
  remove,
  async signOut(ctx, id) {
    await ctx.tx(async (tx) => void (await endAccess(tx, (await found(tx, id)).id)));
  },
  async resetLink(ctx, id) {
    const row = await found(ctx, id);
    if (row.is_active !== 1) throw new Problem('conflict', 'A deactivated account cannot set a password.');
    return ctx.tx((tx) => resetLink(tx, row));
  },
  guarded: guardedOf,
  sessionsPerDay: sessionDeviceStore.sessionsPerDay,
  async removeSecondFactor(ctx, id) {
    await removeSecondFactor(ctx, (await found(ctx, id)).id);
    ctx.log.info({ user_id: id, by: actorId(ctx) }, 'second factor removed');
  },
};
