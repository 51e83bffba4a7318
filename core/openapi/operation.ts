// Describes one route as an OpenAPI operation, from nothing but what the route itself declares.

import { isUnsafe } from '../http/csrf.ts';
import { isV2 } from '../http/response-format.ts';
import type { SchemaBook } from './json-schema.ts';
import { operationRights, rightsText } from './operation-access.ts';
import { parametersOf, requestBodyOf } from './operation-request.ts';
import { refusalsOf, successOf } from './operation-responses.ts';
import { isPublic, type Operation, rulesOf, type TableRoute } from './route-metadata.ts';

const BROWSER = 'Browser JSON';

/** `{name}` for each of hapi's kinds of path parameters. */
export const openApiPath = (path: string): string => path.replace(/\{(\w+)(\?|\*\d*)?\}/g, '{$1}');

/** `/api/v2/web-clipper/clip` → `Web clipper`, `/api/v2/sso/history` → `SSO` */
function tagOf(path: string): string {
  const segment = path.split('/')[3] ?? '';
  if (segment.length <= 3) return segment.toUpperCase();
  return segment[0]?.toUpperCase() + segment.slice(1).replaceAll('-', ' ');
}

export function describeOperation(book: SchemaBook, route: TableRoute): Operation {
  const { settings, path } = route;
  book.describing(settings.id as string);
  const parameters = parametersOf(book, route);
  const requestBody = requestBodyOf(book, route);
  const rights = operationRights(route);
  const notes = [settings.notes ?? [], rights ? rightsText(rights) : []].flat();
  return {
    operationId: settings.id as string,
    summary: settings.description ?? (settings.id as string),
    ...(notes.length ? { description: notes.join('\n\n') } : {}),
    tags: settings.tags?.length ? settings.tags : [isV2(path) ? tagOf(path) : BROWSER],
    security: securityOf(route),
    ...(rights ? { 'x-rights': rights } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      '200': successOf(book, route),
      ...refusalsOf(route, parameters.length > 0, requestBody !== undefined),
    },
  };
}

/** A bearer token with its scope, or the session cookie, which needs the CSRF header for everything that writes. */
function securityOf(route: TableRoute): Operation['security'] {
  if (isPublic(route)) return [];
  const { access, scope } = rulesOf(route);
  const unsafe = isUnsafe(route.method);
  const cookie = { session: [], ...(unsafe ? { csrf: [] } : {}) };
  const needed = 'admin' in access ? 'admin' : (scope ?? (unsafe ? 'write' : 'read'));
  return isV2(route.path) ? [{ bearer: [needed] }, cookie] : [cookie];
}
