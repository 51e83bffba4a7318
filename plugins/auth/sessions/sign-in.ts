// Letting in who has proved who they are: a session with its cookies, and a mail when the browser is a new one.
import type { Request, ResponseObject } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { isUnsafe } from '../../../core/http/csrf.ts';
import { Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { proveOneself } from '../accounts.ts';
import { loginPolicy, type SessionOpening, type SignIn, throttle } from '../contract.ts';
import { accountLanguage, sendAccountNotice } from '../notices.ts';
import { sessions, type UserRow, users } from '../store.ts';
import { knownDevices } from './device-cookie-store.ts';
import { login } from './login-page.ts';
import { checkProof, guardedOf, nextStep } from './second-factor.ts';
import {
  carriedSession,
  deviceCookie,
  dropCookies,
  giveCookies,
  giveDevice,
  openSession,
  userActor,
  userAgentOf,
} from './sessions.ts';
import { deviceText } from './user-agent.ts';

/** Programs that sign in by password bring no cookie along; their owner is told a few times, not each time. */
const TOLD = { limit: 5, seconds: 86_400 };

/** Notes the browser; the first one of an account is nothing new. */
async function noteDevice(ctx: Ctx, row: UserRow, cookie: string, userAgent: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const before = await knownDevices.count(tx, row.id);
    if ((await knownDevices.seen(tx, row.id, hashSecret(cookie))) || !before) return;
    if (!(await tx.use(throttle).has(tx, { key: `told:device:user-${row.id}`, ...TOLD }))) return;
    const device = deviceText(tx.app.messages.in(await accountLanguage(tx, row.id)), userAgent);
    const values = { device, at: tx.now().slice(0, 16).replace('T', ' ') };
    await sendAccountNotice(tx, row, 'auth.notice.device.subject', 'auth.notice.device.text', values);
  });
}

/** @throws Problem sso_required where passwords and passkeys let nobody in, or not this account */
export async function admit(ctx: Ctx, userId: number | undefined): Promise<void> {
  for (const policy of ctx.app.contributions(loginPolicy)) {
    const refusal = await policy.refuse(ctx, userId);
    if (refusal) throw refusal;
  }
}

/** Opens a session and puts its cookies on the answer. @throws Problem unauthorized for a deactivated account, sso_required */
export async function letIn(
  request: Request,
  answer: ResponseObject,
  userId: number,
  opening: SessionOpening = { via: 'local' },
): Promise<ResponseObject> {
  const { ctx } = request;
  const row = await users.byId(ctx, userId);
  if (!row?.is_active) throw new Problem('unauthorized');
  if (opening.via === 'local' || opening.via === 'passkey') await admit(ctx, userId);
  const before = carriedSession(request) ?? opening.replaces ?? undefined;
  const userAgent = userAgentOf(request);
  const session = await openSession(ctx, userId, userAgent, { ...opening, before });
  giveCookies(ctx.app, answer, session);
  // A form of another site comes without the cookie that would show the browser to be a known one.
  if (header(request, 'sec-fetch-site') === 'cross-site' && isUnsafe(request.method)) return answer;
  const kept = (request.state as Record<string, unknown>)[deviceCookie(ctx.app)];
  const device = typeof kept === 'string' && /^[\w-]{43}$/.test(kept) ? kept : randomSecret();
  await noteDevice(ctx, row, device, userAgent);
  return giveDevice(ctx.app, answer, device);
}

async function confirm(ctx: Ctx): Promise<void> {
  const { sessionId } = userOf(ctx);
  if (sessionId) await ctx.tx(async (tx) => void (await sessions.authenticated(tx, sessionId)));
}

async function proveFactor(ctx: Ctx, userId: number, code: string | undefined): Promise<void> {
  if (!(await guardedOf(ctx, [userId])).length) return;
  const row = (await users.byId(ctx, userId)) as UserRow;
  await checkProof(ctx.as(userActor(row)), { code: code ?? '' });
}

export const signInService: SignIn = {
  open: letIn,
  further: nextStep,
  admit,
  confirm,
  proveFactor,
  clear: (ctx, answer) => dropCookies(ctx.app, answer),
  end: (ctx, ids) => ctx.tx(async (tx) => void (await sessions.revokeThese(tx, ids))),
  refused: (request, h, message, next) => login.page(request, h, { tab: 'login', message, next }),
  prove: proveOneself,
  async tell(ctx, userId, subject, text, values) {
    const row = await users.byId(ctx, userId);
    if (row) await sendAccountNotice(ctx, row, subject, text, values);
  },
};
