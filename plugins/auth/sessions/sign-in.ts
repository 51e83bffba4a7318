// Letting in who has proved who they are: a session with its cookies, and a mail when the browser is a new one.
import type { Request, ResponseObject } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { proveOneself } from '../accounts.ts';
import { type SignIn, throttle } from '../contract.ts';
import { languageOf, notice } from '../notices.ts';
import { devices, type UserRow, users } from '../store.ts';
import { carriedSession, deviceCookie, giveCookies, giveDevice, openSession, userAgentOf } from './sessions.ts';
import { deviceText } from './user-agent.ts';

/** Programs that sign in by password bring no cookie along; their owner is told a few times, not each time. */
const TOLD = { limit: 5, seconds: 86_400 };

/** Notes the browser; the first one of an account is nothing new. */
async function noteDevice(ctx: Ctx, row: UserRow, cookie: string, userAgent: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const before = await devices.count(tx, row.id);
    if ((await devices.seen(tx, row.id, hashSecret(cookie))) || !before) return;
    if (!(await tx.use(throttle).has(tx, { key: `told:device:user-${row.id}`, ...TOLD }))) return;
    const device = deviceText(tx.app.messages.in(await languageOf(tx, row.id)), userAgent);
    const values = { device, at: tx.now().slice(0, 16).replace('T', ' ') };
    await notice(tx, row, 'auth.notice.device.subject', 'auth.notice.device.text', values);
  });
}

/** Opens a session and puts its cookies on the answer. @throws Problem unauthorized for a deactivated account */
export async function letIn(request: Request, answer: ResponseObject, userId: number): Promise<ResponseObject> {
  const { ctx } = request;
  const row = await users.byId(ctx, userId);
  if (!row?.is_active) throw new Problem('unauthorized');
  const kept = (request.state as Record<string, unknown>)[deviceCookie(ctx.app)];
  const device = typeof kept === 'string' && /^[\w-]{43}$/.test(kept) ? kept : randomSecret();
  const userAgent = userAgentOf(request);
  const session = await openSession(ctx, userId, userAgent, carriedSession(request));
  await noteDevice(ctx, row, device, userAgent);
  return giveDevice(ctx.app, giveCookies(ctx.app, answer, session), device);
}

export const signInService: SignIn = {
  open: letIn,
  prove: proveOneself,
  async tell(ctx, userId, subject, text, values) {
    const row = await users.byId(ctx, userId);
    if (row) await notice(ctx, row, subject, text, values);
  },
};
