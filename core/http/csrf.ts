// Keeps other sites from acting with a visitor's cookie: origin first, then a token bound to the session.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Request } from '@hapi/hapi';
import type { Settings } from '../boot/config.ts';
import { Problem } from './problem.ts';
import { header } from './request-header.ts';

const safe = new Set(['get', 'head', 'options']);

export const isUnsafe = (method: string): boolean => !safe.has(method.toLowerCase());

/** Routes exempt from the token (contract 2): the agent, button automations and messages of identity providers. */
const tokenExempt = [
  /^\/api\/agent\//,
  /^\/api\/automations\/[^/]+\/run$/,
  /^\/auth\/saml\/(callback|logout)$/,
  /^\/auth\/oidc\/callback$/,
];
const originExempt = [/^\/auth\/saml\/(callback|logout)$/, /^\/auth\/oidc\/callback$/];

const exempt = (list: RegExp[], path: string): boolean => list.some((pattern) => pattern.test(path));

/** How origins of browser extensions begin. They are no sites: a browser lets none of these be made by a page. */
export const EXTENSION_ORIGINS = ['chrome-extension://', 'moz-extension://', 'safari-web-extension://'];

export class Csrf {
  readonly #settings: Settings;
  readonly #key: KeyObject;
  /** the port really listened on, known after start */
  port = 0;

  constructor(settings: Settings, key: KeyObject) {
    this.#settings = settings;
    this.#key = key;
  }

  /**
   * @param also beginnings of further origins that may send it
   * @throws Problem csrf_failed for an unsafe request that another site caused
   */
  checkOrigin(request: Request, also: string[] = []): void {
    if (!isUnsafe(request.method) || isBearer(request) || exempt(originExempt, request.path)) return;
    const { origin, 'sec-fetch-site': site } = request.headers as Record<string, string | undefined>;
    if (also.some((beginning) => origin?.startsWith(beginning))) return;
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new Problem('csrf_failed', `Sec-Fetch-Site is ${site.slice(0, 20)}.`);
    if (origin !== undefined && !this.allowsOrigin(origin))
      throw new Problem('csrf_failed', 'The Origin is not this service.');
  }

  /** Whether a page of this origin may send unsafe requests and open sockets. */
  allowsOrigin(origin: string): boolean {
    const { BASE_URL } = this.#settings;
    if (BASE_URL) return origin === new URL(BASE_URL).origin;
    return ['localhost', '127.0.0.1', '[::1]'].some((host) => origin === `http://${host}:${this.port}`);
  }

  /** Whether a request names this service as its host: a name that was bent to our address does not. */
  allowsHost(host: string): boolean {
    const scheme = new URL(this.#settings.BASE_URL || 'http://localhost').protocol;
    const url = /^[\w.\-[\]:]+$/.test(host) && URL.parse(`${scheme}//${host}`);
    return url ? this.allowsOrigin(url.origin) : false;
  }

  tokenFor(sessionId: string): string {
    return createHmac('sha256', this.#key).update(`csrf:${sessionId}`).digest('base64url');
  }

  /** @throws Problem csrf_failed when a live session's unsafe request lacks its token */
  checkToken(request: Request, sessionId: string | undefined): void {
    if (!sessionId || !isUnsafe(request.method) || exempt(tokenExempt, request.path)) return;
    const body = request.payload as Record<string, unknown> | null;
    const form = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body.csrf : undefined;
    const given = header(request, 'x-csrf-token') ?? form;
    const expected = Buffer.from(this.tokenFor(sessionId));
    const actual = Buffer.from(typeof given === 'string' ? given : '');
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
      throw new Problem('csrf_failed', 'The CSRF token is missing or wrong. Reload the page and try again.');
    }
  }
}

export const isBearer = (request: Request): boolean => /^bearer /i.test(header(request, 'authorization') ?? '');
