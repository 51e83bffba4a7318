// Forms without scripts get a 303 to the next page where API clients get JSON.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { isForm } from '../../core/http/form-errors.ts';

export const formAnswer = (request: Request, h: ResponseToolkit, body: object, next: string): ResponseObject =>
  isForm(request) ? h.redirect(next).code(303) : h.response(body);

/** A path of ours to go to after signing in; anything else becomes the fallback (security.md row 15). */
export function safeNext(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || value.length > 1000) return fallback;
  // Only visible ASCII, so that no stripped control character can change what a browser reads.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\') || /^\/+(%2f|%5c)/i.test(value)) return fallback;
  const base = 'http://own.invalid';
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  // Nobody signs in to be signed out at once.
  return url &&
    url.origin === base &&
    !url.pathname.startsWith('//') &&
    !/^\/auth\/([a-z0-9]+\/)?logout$/.test(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : fallback;
}
