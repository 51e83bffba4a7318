// Reads one request header as text: Node joins repeated ones, except for a few that arrive as lists.
import type { Request } from '@hapi/hapi';

export function header(request: Request, name: string): string | undefined {
  const value = (request.headers as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A name that is a token, and a value that ends where it begins to be quoted. */
const PAIR = /^\s*(?!__proto__\s*=)[!#$%&'*+\-.^_`|~\w]+=(?:"[^"]*"|[^"]*)$/;

/** Cookies that can be read: other programs on the same host leave some of any shape, and hapi would read none behind those. */
export const readableCookies = (cookies: string): string =>
  cookies
    .split(';')
    .filter((pair) => PAIR.test(pair))
    .join(';');
