// The order of checks of contract 2, the same for every request: one extension for each of hapi's stages.
import { randomUUID } from 'node:crypto';
import type { Request, ResponseObject, ResponseToolkit, RouteRules, Server } from '@hapi/hapi';
import Joi from 'joi';
import { checkCredential } from '../access/credential.ts';
import type { BoundedReader } from '../database/bounded-reader.ts';
import type { App } from '../kernel/app.ts';
import { type Actor, type Ctx, createContext, type UserActor } from '../kernel/context.ts';
import { type Point, point, type Service, service } from '../kernel/plugin.ts';
import type { Reservation } from '../kernel/request-services.ts';
import { EXTENSION_ORIGINS, isBearer, isUnsafe } from './csrf.ts';
import { preferencesOf } from './preferences.ts';
import { diskFull, Problem, type ValidationDetail } from './problem.ts';
import type { RateState } from './rate-limits.ts';
import { readableCookies } from './request-header.ts';
import { answersPage } from './response-format.ts';
import { route } from './route.ts';
import { watchText } from './text-watch.ts';
import { inspect, inspectNumbers, validationProblem } from './validation-errors.ts';

export { includesScope } from '../access/credential.ts'; // for extensions, where it stood before

declare module '@hapi/hapi' {
  interface Request {
    ctx: Ctx;
  }
  interface RequestApplicationState {
    requestId: string;
    actor: Actor;
    /** who calls, while they do not meet a condition: to all but early routes they are nobody */
    barred?: Barrier & { actor: UserActor };
    authProblem?: Problem;
    failures?: ValidationDetail[];
    payloadError?: Error & { output?: { statusCode: number } };
    rate?: RateState;
    /** a transaction of it has committed, with its line of the record where it has one */
    hasWritten?: boolean;
    reservation?: Reservation;
    /** what reads for this request */
    reader?: BoundedReader;
  }
}

/** Who a request comes from; the auth plugin provides it. Null: no credentials. @throws Problem 401 */
export interface Authenticator {
  authenticate(request: Request): Promise<UserActor | null>;
  /** who authenticated before, as they are now; null for those whose session, token or account has ended */
  renew(actors: UserActor[]): Promise<(UserActor | null)[]>;
}

/** Channel of the bus on which it is told that sessions or tokens have ended. */
export const CREDENTIALS_ENDED = 'credentials.ended';
export const authenticator: Service<Authenticator> = service('authenticator');

/** Why somebody who is known is not let in yet, and the page on which they can change that. */
export interface Barrier {
  problem: Problem;
  page: string;
}

/** A condition on all who call, beside their rights; asked at each request. */
export const condition: Point<(ctx: Ctx, actor: UserActor) => Promise<Barrier | undefined>> = point('core.condition');

/** The first condition that this person does not meet. */
export async function barrierOf(app: App, actor: UserActor): Promise<Barrier | undefined> {
  for (const check of app.contributions(condition)) {
    const barrier = await check(app.context(actor), actor);
    if (barrier) return barrier;
  }
  return undefined;
}

export const REAUTH_MINUTES = 10;
const anonymous: Actor = { type: 'anonymous' };

export const requestRules = (request: Request): RouteRules | undefined =>
  (request.route.settings.app as { rules?: RouteRules } | undefined)?.rules;

export function installLifecycle(server: Server, app: App): void {
  server.auth.scheme('account', () => ({ authenticate: (request, h) => authenticate(app, request, h) }));
  server.auth.strategy('account', 'account');
  server.auth.default('account');
  server.decorate('request', 'ctx', (request: Request) => contextOf(app, request), { apply: true });
  server.ext('onRequest', (request, h) => {
    app.traffic.note();
    request.app.requestId = randomUUID();
    const { cookie } = request.headers;
    if (cookie) request.headers.cookie = readableCookies(String(cookie));
    return h.continue;
  });
  server.ext('onPreAuth', (request, h) => {
    app.csrf.checkOrigin(request, requestRules(request)?.devices ? EXTENSION_ORIGINS : []);
    return h.continue;
  });
  server.ext('onPostAuth', (request, h) => checkBody(app, request, h));
  server.ext('onPreHandler', async (request, h) => {
    if (request.app.failures?.length) throw validationProblem(request.app.failures);
    const rules = requestRules(request);
    if (rules) await app.access.checkRequest(request, rules);
    return h.continue;
  });
}

function contextOf(app: App, request: Request): Ctx {
  return createContext({
    app,
    actor: () => request.app.actor ?? anonymous,
    log: app.log,
    beforeCommit: (trx, result) => app.audit.change(trx, request, result),
    get address() {
      return app.addresses.of(request);
    },
    get locale() {
      return preferencesOf(app, request).locale;
    },
    get reader() {
      request.app.reader ??= readerOf(app, request);
      return request.app.reader.db;
    },
    written() {
      // Only now: what was noted in a transaction that failed is gone with it.
      request.app.hasWritten = true;
      request.app.reader?.written();
    },
    get held() {
      return request.app.reservation?.held;
    },
  });
}

/** Whoever leaves is given this long, for what others wait for as well: after it nothing is read for them any more. */
const LEFT_MS = 250;

function readerOf(app: App, request: Request): BoundedReader {
  const key = () => {
    const { actor } = request.app;
    return actor?.type === 'user' ? `user:${actor.id}` : app.addresses.of(request);
  };
  const { res } = request.raw;
  const hasBegun = () => res.headersSent;
  const ms = app.settings.READ_SECONDS * 1000;
  // Whoever changes something decides by what the primary has at that moment.
  const reader = app.database.bounded({ key, ms, hasBegun, mayFollow: !isUnsafe(request.method) });
  res.once('close', () => {
    if (!res.writableFinished) setTimeout(reader.leave, LEFT_MS);
  });
  return reader;
}

async function authenticate(app: App, request: Request, h: ResponseToolkit) {
  request.app.actor = anonymous;
  watchText(request);
  try {
    const actor = await app.use(authenticator).authenticate(request);
    const barrier = actor ? await barrierOf(app, actor) : undefined;
    if (actor && barrier) request.app.barred = { ...barrier, actor };
    request.app.actor = barrier && !requestRules(request)?.early ? anonymous : (actor ?? anonymous);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    request.app.authProblem = error;
  }
  // Here and not in a step of its own, because hapi reads the body before the next one.
  const refused = checkCaller(app, request, h);
  if (refused) return refused;
  checkAnnounced(request);
  return h.authenticated({ credentials: {} });
}

/** Who sent the request, also while they are not let in. */
const callerOf = ({ app }: Request): Actor => app.barred?.actor ?? app.actor ?? anonymous;

/** 401, 429 and all refusals that need no resource; what is returned is the answer. */
function checkCaller(app: App, request: Request, h: ResponseToolkit): ResponseObject | undefined {
  const rules = requestRules(request);
  const actor = callerOf(request);
  if (!rules) return undefined;
  if (actor.type !== 'user') {
    if ('public' in rules.access) return void app.maintenance.check(request, rules);
    if (answersPage(request, rules) && !isBearer(request)) {
      const next = request.method === 'get' ? `${request.url.pathname}${request.url.search}` : '/';
      return h.redirect(`/auth/login?provider=local&next=${encodeURIComponent(next)}`).takeover();
    }
    throw request.app.authProblem ?? new Problem('unauthorized');
  }
  countRequest(app, request, actor);
  checkCredential(request, actor, rules);
  if ('admin' in rules.access && !actor.isAdmin)
    throw new Problem('forbidden', 'Only service administrators may do this.');
  app.maintenance.check(request, rules);
  const { barred } = request.app;
  if (barred && !rules.early) {
    const isOpen = 'public' in rules.access;
    const shows = answersPage(request, rules) && !isBearer(request) && !(isOpen && isUnsafe(request.method));
    if (shows) return h.redirect(barred.page).takeover();
    if (!isOpen) throw barred.problem;
  }
  if (rules.session && actor.scopes)
    throw new Problem(
      isUnsafe(request.method) ? 'reauth_required' : 'forbidden',
      'This concerns the account itself: it takes a browser session, and no token.',
    );
  if (rules.reauth && !(rules.reauth === 'sessions' && actor.tokenId !== undefined))
    requireRecentAuthentication(request.ctx);
  return undefined;
}

function countRequest(app: App, request: Request, actor: UserActor): void {
  const { API_V2_RATE_LIMIT_PER_TOKEN, ACCOUNT_RATE_LIMIT } = app.settings;
  const now = Date.parse(app.now());
  const program = actor.tokenId ? `token:${actor.tokenId}` : actor.device && `device:${actor.device}`;
  request.app.rate = program
    ? app.limits.hit(program, API_V2_RATE_LIMIT_PER_TOKEN, now)
    : app.limits.hit(`user:${actor.id}`, ACCOUNT_RATE_LIMIT, now);
}

/** For how many seconds the session still counts as freshly authenticated; 0: no longer, or it is no session. */
export function freshSeconds({ actor, now }: Ctx): number {
  const proven = actor.type === 'user' && actor.sessionId && actor.authTime;
  if (!proven) return 0;
  const ends = Date.parse(proven) + REAUTH_MINUTES * 60_000 + 1;
  return Math.max(0, (ends - Date.parse(now())) / 1000);
}

/** @throws Problem reauth_required unless the session proved itself within the last 10 minutes; tokens never can */
export function requireRecentAuthentication(ctx: Ctx): void {
  if (freshSeconds(ctx) > 0) return;
  throw new Problem('reauth_required', 'Confirm your password (POST /auth/reauth) and try again within 10 minutes.');
}

const hasBody = ({ headers }: Request): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;

/** 413 and 415, as far as the head tells: hapi would read such a body to its end before it refuses it. */
function checkAnnounced(request: Request): void {
  const { payload } = request.route.settings;
  if (!payload || !isUnsafe(request.method) || !hasBody(request)) return;
  const { 'content-type': type, 'content-length': length } = request.headers as Record<string, string | undefined>;
  if (!type) throw new Problem('unsupported_media', 'The request has a body but no Content-Type.');
  const most = payload.maxBytes ?? Number.POSITIVE_INFINITY;
  if (Number(length ?? 0) > most) throw tooLarge();
  const allowed = payload.allow && [payload.allow].flat();
  const mime = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (allowed && /^[^\s/]+\/[^\s/]+$/.test(mime) && !allowed.includes(mime)) throw unsupported();
  if (length === undefined && payload.output === 'data') watchLength(request, most);
}

/** A body that does not say its length is left as soon as it is too long. */
function watchLength(request: Request, most: number): void {
  let length = 0;
  request.events.on('peek', (chunk) => {
    const before = length;
    length += chunk.length;
    // hapi has refused it when this comes, and waits for the rest of it until then.
    if (before <= most && length > most) setImmediate(() => request.raw.req.emit('error', tooLarge()));
  });
}

const tooLarge = () => new Problem('payload_too_large', 'The body is larger than this operation takes.');
const unsupported = () => new Problem('unsupported_media', 'This operation does not take a body of that type.');

/** 413 and 415 that only showed on the way, malformed bodies, the CSRF token, idempotency, unstorable text: in this order. */
async function checkBody(app: App, request: Request, h: ResponseToolkit) {
  const { payloadError: fault } = request.app;
  const actor = callerOf(request);
  // hapi takes a missing type for JSON, also where there is nothing to be of any type.
  if (fault && hasBody(request)) throw payloadProblem(fault);
  if (actor.type === 'user') app.csrf.checkToken(request, actor.sessionId);
  const replayed = requestRules(request)?.idempotent !== false && (await app.idempotency.begin(request, h));
  if (replayed) return replayed;
  const found = [
    ...inspect('path', request.params),
    ...inspect('query', request.query),
    ...inspect('body', request.payload),
  ];
  found.push(...inspectNumbers(request));
  if (found.length) throw validationProblem(found);
  return h.continue;
}

function payloadProblem(fault: Error & { code?: string; output?: { statusCode: number } }): Problem {
  if (fault instanceof Problem) return fault;
  const status = fault.output?.statusCode;
  if (/ENOSPC|EDQUOT/.test(`${fault.code} ${fault.message}`)) return diskFull();
  if (status === 413) return tooLarge();
  if (status === 415) return unsupported();
  return validationProblem([
    {
      loc: ['body'],
      msg: 'is not valid JSON or form data, or has a key __proto__ (json_invalid)',
      type: 'json_invalid',
    },
  ]);
}

/** What unknown addresses get, so that they pass the same origin check and error format as all others. */
const unknown = () => {
  throw new Problem('not_found', 'There is nothing at this address.');
};

/** People who mistype an address stay in their frame, so reading asks who they are. */
export const fallbackPage = route({
  method: 'GET',
  path: '/{any*}',
  rules: { access: { public: true, because: 'answers unknown addresses alike for everybody' } },
  options: { id: 'core.unknown-page', validate: { params: Joi.any(), query: Joi.any() } },
  handler: unknown,
});

export const unknownAddressRoute = route({
  method: '*',
  path: '/{any*}',
  rules: { access: { public: true, because: 'answers unknown addresses alike for everybody' } },
  options: {
    id: 'core.unknown',
    auth: false,
    // Before there is a body to wait for.
    ext: { onPreAuth: { method: unknown } },
    validate: { params: Joi.any(), query: Joi.any(), payload: Joi.any() },
  },
  handler: unknown,
});
