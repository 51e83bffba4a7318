// Browser sessions: opened by a login, recognised by a signed cookie, ended at once when revoked.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Request, ResponseObject } from '@hapi/hapi';
import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { requestRules } from '../../../core/http/request-lifecycle.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import type { App } from '../../../core/kernel/app.ts';
import { type Ctx, type UserActor, userOf } from '../../../core/kernel/context.ts';
import { type Proof, type SessionOpening, sessionOpened, throttle, type User } from '../contract.ts';
import { verifyPassword } from '../passwords/password.ts';
import { avatarUrl, presentSession, presentUser } from '../present.ts';
import { sessions, type UserRow, users } from '../store.ts';
import { endAccess } from './access-end.ts';
import type { LastUsed } from './last-used.ts';
import { checkProof } from './second-factor.ts';
import { loginCounters } from './throttle.ts';

/** Browsers keep no cookie longer. */
const DEVICE_SECONDS = 400 * 86_400;
const IDLE_MS = 14 * DAY;
const ABSOLUTE_MS = 90 * DAY;

const isSecure = (app: App): boolean => app.settings.BASE_URL.startsWith('https:');
export const sessionCookie = (app: App): string => (isSecure(app) ? '__Host-session' : 'session');
/** Remembers a browser beyond its sessions, so that only new ones are told of. */
export const deviceCookie = (app: App): string => (isSecure(app) ? '__Host-device' : 'device');
export const csrfCookie = (app: App): string => (isSecure(app) ? '__Host-csrf' : 'csrf');

const sign = (app: App, text: string): string =>
  createHmac('sha256', app.secrets.key('cookies')).update(text).digest('base64url');

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** `<id>.<secret>.<signature>`, or nothing that we made. */
function readCookie(app: App, request: Request): { id: string; secret: string } | undefined {
  const value = (request.state as Record<string, unknown>)[sessionCookie(app)];
  const [id, secret, signature] = typeof value === 'string' ? value.split('.') : [];
  if (!id || !secret || !signature || !same(signature, sign(app, `${id}.${secret}`))) return undefined;
  return { id, secret };
}

/** The account and session behind the cookie, or null. One query. */
export async function sessionActor(app: App, seen: LastUsed, request: Request): Promise<UserActor | null> {
  const cookie = readCookie(app, request);
  if (!cookie) return null;
  const row = await sessions.withUser(app, cookie.id);
  const now = Date.parse(app.now());
  if (row?.revoked && same(row.secret_hash, hashSecret(cookie.secret))) request.app.isSessionRevoked = true;
  if (!row || row.revoked || !row.is_active || !same(row.secret_hash, hashSecret(cookie.secret))) return null;
  const lastSeen = Math.max(Date.parse(row.last_seen_at), seen.last('user_sessions', cookie.id));
  if (now - lastSeen > IDLE_MS || now - Date.parse(row.session_created_at) > ABSOLUTE_MS) return null;
  seen.note('user_sessions', cookie.id, row.last_seen_at);
  return { ...userActor(row), sessionId: cookie.id, authTime: row.auth_time, via: row.via };
}

export const userActor = (row: UserRow): UserActor => ({
  type: 'user',
  id: row.id,
  login: row.login,
  fullName: row.full_name,
  email: row.email,
  timezone: row.timezone,
  isAdmin: row.is_admin === 1,
  isUnconfirmed: row.email_confirmed_at === null,
  avatarUrl: avatarUrl(row),
});

export interface OpenedSession {
  id: string;
  cookie: string;
}

/** The session that a browser brings along, whoever it belongs to; only we can have signed its cookie. */
export const carriedSession = (request: Request): string | undefined => readCookie(request.ctx.app, request)?.id;

/** Records a session for an account that has proved itself, in place of the one that its browser had. */
export async function openSession(
  ctx: Ctx,
  userId: number,
  userAgent: string,
  { before, ...opening }: SessionOpening & { before?: string } = { via: 'local' },
): Promise<OpenedSession> {
  const id = randomUUID();
  const secret = randomSecret();
  const now = ctx.now();
  await ctx.tx(async (tx) => {
    if (before) await sessions.revoke(tx, before);
    await sessions.insert(tx, {
      id,
      secret_hash: hashSecret(secret),
      user_id: userId,
      ip_address: ctx.address,
      user_agent: userAgent.slice(0, 400),
      auth_time: now,
      last_seen_at: now,
      revoked: 0,
      created_at: now,
      via: opening.via,
    });
    await users.update(tx, userId, { last_login_at: now });
    for (const join of tx.app.contributions(sessionOpened)) await join(tx, { sessionId: id, userId, ...opening });
  });
  return { id, cookie: `${id}.${secret}.${sign(ctx.app, `${id}.${secret}`)}` };
}

const kept = (app: App): string =>
  `; Path=/; SameSite=Lax${isSecure(app) ? '; Secure' : ''}; Max-Age=${ABSOLUTE_MS / 1000}`;

const giveToken = (app: App, response: ResponseObject, sessionId: string): ResponseObject =>
  response.header('set-cookie', `${csrfCookie(app)}=${app.csrf.tokenFor(sessionId)}${kept(app)}`, { append: true });

/** Sets the session cookie and the readable token that proves our own pages. */
export function giveCookies(app: App, response: ResponseObject, session: OpenedSession): ResponseObject {
  const cookie = `${sessionCookie(app)}=${session.cookie}; HttpOnly${kept(app)}`;
  return giveToken(app, response.header('set-cookie', cookie, { append: true }), session.id);
}

/** Pages give a browser its token again when it has lost it, or holds that of another session (contract 2). */
export function renewToken(app: App, request: Request): void {
  const { response, state } = request;
  const { actor } = request.app;
  const sessionId = actor?.type === 'user' ? actor.sessionId : undefined;
  if (!sessionId || !requestRules(request)?.html || response instanceof Error) return;
  const { 'set-cookie': given, 'cache-control': cached } = response.headers;
  // What a cache may share is for everybody, and who signs in or out has just been given their cookies.
  if (given || !/private|no-store/.test(String(cached))) return;
  if (state[csrfCookie(app)] !== app.csrf.tokenFor(sessionId)) giveToken(app, response, sessionId);
}

export const giveDevice = (app: App, response: ResponseObject, device: string): ResponseObject =>
  response.header(
    'set-cookie',
    `${deviceCookie(app)}=${device}; HttpOnly; Path=/; SameSite=Lax${isSecure(app) ? '; Secure' : ''}; Max-Age=${DEVICE_SECONDS}`,
    { append: true },
  );

export function dropCookies(app: App, response: ResponseObject): ResponseObject {
  const gone = `; Path=/; SameSite=Lax${isSecure(app) ? '; Secure' : ''}; Max-Age=0`;
  return response
    .header('set-cookie', `${sessionCookie(app)}=; HttpOnly${gone}`, { append: true })
    .header('set-cookie', `${csrfCookie(app)}=${gone}`, { append: true });
}

/**
 * Checks email and password.
 * @param admit refuses who may not come in by them; such a try counts as one that failed
 * @throws Problem unauthorized (the same for unknown accounts, in equal time), rate_limited
 */
export async function checkLogin(
  ctx: Ctx,
  email: string,
  password: string,
  admit: (ctx: Ctx, userId: number) => Promise<void>,
): Promise<User> {
  const row = await users.byEmail(ctx, email);
  const counted = row ? `user-${row.id}` : `unknown-${hashSecret(email.toLowerCase())}`;
  const giveBack = await ctx.use(throttle).take(ctx, loginCounters(ctx, counted));
  const right = await verifyPassword(password, row?.password_hash ?? null);
  if (!row || !right || !row.is_active)
    throw new Problem('unauthorized', 'The email address or the password is wrong.');
  await admit(ctx, row.id);
  await giveBack();
  return presentUser(row);
}

async function checkPassword(ctx: Ctx, password: string): Promise<void> {
  const { id } = userOf(ctx);
  const row = (await users.byId(ctx, id)) as UserRow;
  const giveBack = await ctx.use(throttle).take(ctx, loginCounters(ctx, `user-${id}`));
  if (!(await verifyPassword(password, row.password_hash))) throw new Problem('unauthorized', 'The password is wrong.');
  await giveBack();
}

/** Proves the session again, by password or by what else protects the account; good for 10 minutes. */
export async function reauthenticate(ctx: Ctx, proof: Proof & { password?: string }): Promise<{ until: string }> {
  const { sessionId } = userOf(ctx);
  if (!sessionId) throw new Problem('reauth_required', 'Only browser sessions can be authenticated again.');
  const { password, ...other } = proof;
  await (password === undefined ? checkProof(ctx, other) : checkPassword(ctx, password));
  await ctx.tx((tx) => sessions.authenticated(tx, sessionId));
  return { until: new Date(Date.parse(ctx.now()) + 600_000).toISOString() };
}

/** After which moments a session must have been seen, and opened, to stand. */
export function sessionsSince(ctx: Ctx): [seen: string, opened: string] {
  const at = (ms: number) => new Date(Date.parse(ctx.now()) - ms).toISOString();
  return [at(IDLE_MS), at(ABSOLUTE_MS)];
}

export async function listSessions(ctx: Ctx) {
  const me = userOf(ctx);
  const rows = await sessions.live(ctx, me.id, ...sessionsSince(ctx));
  return rows.map((row) => presentSession(row, me.sessionId));
}

export const endSession = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => void (await sessions.revoke(tx, id)));

/** This one too, and paired devices. */
export const endAllSessions = (ctx: Ctx): Promise<void> => ctx.tx((tx) => endAccess(tx, userOf(tx).id));

export const endOtherSessions = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => void (await sessions.revokeAll(tx, userOf(tx).id, userOf(tx).sessionId)));

export const userAgentOf = (request: Request): string => header(request, 'user-agent') ?? '';
