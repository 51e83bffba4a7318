// Reads one request header as text: Node joins repeated ones, except for a few that arrive as lists.
import type { Request } from '@hapi/hapi';

export function header(request: Request, name: string): string | undefined {
  const value = (request.headers as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
