// The order of checks of contract 2, the same for every request: one extension for each of hapi's stages.
import { randomUUID } from 'node:crypto';
import type { Request, ResponseToolkit, RouteRules, Server } from '@hapi/hapi';
import Joi from 'joi';
import type { App } from './app.ts';
import { type Actor, type Ctx, createContext, type UserActor } from './context.ts';
import { isBearer, isUnsafe } from './csrf.ts';
import { header } from './header.ts';
import type { Reservation } from './idempotency.ts';
import type { RateState } from './limits.ts';
import { type Point, point, type Service, service } from './plugin.ts';
import { preferencesOf } from './preferences.ts';
import { diskFull, Problem, type ValidationDetail } from './problem.ts';
import { route, type Scope } from './route.ts';
import { inspect, validationProblem } from './validation.ts';

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
    audited?: boolean;
    reservation?: Reservation;
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

export const rulesOf = (request: Request): RouteRules | undefined =>
  (request.route.settings.app as { rules?: RouteRules } | undefined)?.rules;

export function installLifecycle(server: Server, app: App): void {
  server.auth.scheme('account', () => ({ authenticate: (request, h) => authenticate(app, request, h) }));
  server.auth.strategy('account', 'account');
  server.auth.default('account');
  server.decorate('request', 'ctx', (request: Request) => contextOf(app, request), { apply: true });
  server.ext('onRequest', (request, h) => {
    request.app.requestId = randomUUID();
    return h.continue;
  });
  server.ext('onPreAuth', (request, h) => {
    app.csrf.checkOrigin(request);
    return h.continue;
  });
  server.ext('onCredentials', (request, h) => checkCaller(app, request, h));
  server.ext('onPostAuth', (request, h) => checkBody(app, request, h));
  server.ext('onPreHandler', async (request, h) => {
    if (request.app.failures?.length) throw validationProblem(request.app.failures);
    const rules = rulesOf(request);
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
  });
}

async function authenticate(app: App, request: Request, h: ResponseToolkit) {
  request.app.actor = anonymous;
  watchText(request);
  try {
    const actor = await app.use(authenticator).authenticate(request);
    const barrier = actor ? await barrierOf(app, actor) : undefined;
    if (actor && barrier) request.app.barred = { ...barrier, actor };
    request.app.actor = barrier && !rulesOf(request)?.early ? anonymous : (actor ?? anonymous);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    request.app.authProblem = error;
  }
  return h.authenticated({ credentials: {} });
}

/** Who sent the request, also while they are not let in. */
const callerOf = ({ app }: Request): Actor => app.barred?.actor ?? app.actor ?? anonymous;

/** 401, 429 and all refusals that need no resource. */
function checkCaller(app: App, request: Request, h: ResponseToolkit) {
  const rules = rulesOf(request);
  const actor = callerOf(request);
  if (!rules) return h.continue;
  if (actor.type !== 'user') {
    if ('public' in rules.access) return h.continue;
    if (rules.html && !isBearer(request)) {
      const next = request.method === 'get' ? `${request.url.pathname}${request.url.search}` : '/';
      return h.redirect(`/auth/login?provider=local&next=${encodeURIComponent(next)}`).takeover();
    }
    throw request.app.authProblem ?? new Problem('unauthorized');
  }
  countRequest(app, request, actor);
  const needed = rules.scope ?? (isUnsafe(request.method) ? 'write' : 'read');
  if (actor.scopes && !('public' in rules.access))
    requireScope(actor.scopes, 'admin' in rules.access ? 'admin' : needed);
  if ('admin' in rules.access && !actor.isAdmin)
    throw new Problem('forbidden', 'Only service administrators may do this.');
  const { barred } = request.app;
  if (barred && !rules.early) {
    const isOpen = 'public' in rules.access;
    const shows = rules.html && !isBearer(request) && !(isOpen && isUnsafe(request.method));
    if (shows) return h.redirect(barred.page).takeover();
    if (!isOpen) throw barred.problem;
  }
  if (rules.reauth) requireRecentAuthentication(request.ctx);
  return h.continue;
}

function countRequest(app: App, request: Request, actor: UserActor): void {
  const { API_V2_RATE_LIMIT_PER_TOKEN, ACCOUNT_RATE_LIMIT } = app.settings;
  const now = Date.parse(app.now());
  request.app.rate = actor.tokenId
    ? app.limits.hit(`token:${actor.tokenId}`, API_V2_RATE_LIMIT_PER_TOKEN, now)
    : app.limits.hit(`user:${actor.id}`, ACCOUNT_RATE_LIMIT, now);
}

const order: Scope[] = ['read', 'write', 'admin'];

export const includesScope = (granted: Scope[], needed: Scope): boolean =>
  granted.some((scope) => order.indexOf(scope) >= order.indexOf(needed));

function requireScope(granted: Scope[], needed: Scope): void {
  if (!includesScope(granted, needed)) throw new Problem('insufficient_scope', `The token needs the scope ${needed}.`);
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

/** The parser takes bytes that are no UTF-8 for U+FFFD, so JSON is looked at while it arrives. */
function watchText(request: Request): void {
  if (!/^application\/json\b/i.test(header(request, 'content-type') ?? '')) return;
  const reader = new TextDecoder('utf-8', { fatal: true });
  // Typed as text, but nothing has decoded it yet.
  request.events.on('peek', (chunk) => {
    try {
      reader.decode(chunk as unknown as Buffer, { stream: true });
    } catch (error) {
      request.app.payloadError ??= error as Error;
    }
  });
}

/** 413 and 415, malformed bodies, the CSRF token, idempotency, unstorable text: in this order. */
async function checkBody(app: App, request: Request, h: ResponseToolkit) {
  const { payloadError: fault } = request.app;
  const actor = callerOf(request);
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  if (hasBody && isUnsafe(request.method) && !request.headers['content-type']) {
    throw new Problem('unsupported_media', 'The request has a body but no Content-Type.');
  }
  // hapi takes a missing type for JSON, also where there is nothing to be of any type.
  if (fault && hasBody) throw payloadProblem(fault);
  if (actor.type === 'user') app.csrf.checkToken(request, actor.sessionId);
  const replayed = await app.idempotency.begin(request, h);
  if (replayed) return replayed;
  const found = [
    ...inspect('path', request.params),
    ...inspect('query', request.query),
    ...inspect('body', request.payload),
  ];
  if (found.length) throw validationProblem(found);
  return h.continue;
}

function payloadProblem(fault: Error & { code?: string; output?: { statusCode: number } }): Problem {
  const status = fault.output?.statusCode;
  if (/ENOSPC|EDQUOT/.test(`${fault.code} ${fault.message}`)) return diskFull();
  if (status === 413) return new Problem('payload_too_large', 'The body is larger than this operation takes.');
  if (status === 415) return new Problem('unsupported_media', 'This operation does not take a body of that type.');
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

export const fallback = route({
  method: '*',
  path: '/{any*}',
  rules: { access: { public: true, because: 'answers unknown addresses alike for everybody' } },
  options: { id: 'core.unknown', auth: false, validate: { params: Joi.any(), query: Joi.any(), payload: Joi.any() } },
  handler: unknown,
});
