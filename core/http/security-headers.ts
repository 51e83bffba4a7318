// Security headers of every answer (security.md section 2), so that no route can forget them.
import type { Request, ResponseObject } from '@hapi/hapi';
import type { App } from '../kernel/app.ts';
import { rateHeaders } from './rate-limits.ts';

/** The policy of our own pages: nothing inline, nothing from elsewhere, Trusted Types on. */
export function pagePolicy(embedHosts: string[]): string {
  const frames = ["'self'", ...embedHosts.map((host) => `https://${host}`)].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    `frame-src ${frames}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types ProseMirrorClipboard app-fragment app-sw',
  ].join('; ');
}

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A browser that may store a page shows it again to whoever goes back after the person has signed out. */
const isSomebodys = ({ app }: Request): boolean => app.actor?.type === 'user' || app.barred !== undefined;

export function secure(app: App, request: Request, response: ResponseObject): void {
  const set = (name: string, value: string) => {
    if (!response.headers[name]) response.header(name, value);
  };
  const isPage =
    response.headers['content-type']?.toString().startsWith('text/html') || String(response.variety) === 'view';
  set('content-security-policy', isPage ? app.pagePolicy : dataPolicy);
  set('x-content-type-options', 'nosniff');
  // No other site learns an address. Without any referrer at all, forms would come with an origin of null.
  set('referrer-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin');
  set('cross-origin-resource-policy', 'same-origin');
  set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  set('x-request-id', request.app.requestId);
  if (app.settings.BASE_URL.startsWith('https:'))
    set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  set('cache-control', isPage && isSomebodys(request) ? 'private, no-store' : 'private, no-cache');
  if (request.app.rate) for (const [name, value] of Object.entries(rateHeaders(request.app.rate))) set(name, value);
}
