// What an operation answers, for the OpenAPI document: the success with its headers, and every refusal it may give.

import { lazy } from '../boot/lazy-require.ts';
import { isUnsafe } from '../http/csrf.ts';
import { isV2 } from '../http/response-format.ts';
import type { JsonSchema, SchemaBook } from './json-schema.ts';
import { mediaContentOf } from './operation-request.ts';
import {
  isPublic,
  isVersioned,
  notesOf,
  type OpenApiResponse,
  queryKeys,
  rulesOf,
  type TableRoute,
} from './route-metadata.ts';
import { ANY_OBJECT, answerName, headerRefs, RATE_HEADERS, statuses } from './shared-responses.ts';

// Imported as a module it would be read whole, and with it comes a client for HTTP that nothing at start needs.
const http = lazy<typeof import('node:http')>('node:http');

export function successOf(book: SchemaBook, route: TableRoute): OpenApiResponse {
  const { produces = 'application/json' } = notesOf(route);
  const v2 = isV2(route.path);
  const declared = route.settings.response?.schema;
  const isJson = /json$/.test(produces);
  const shape = typeof declared === 'object' ? book.convert(declared) : undefined;
  const schema: JsonSchema = shape ?? (isJson ? ANY_OBJECT : { type: 'string' });
  const paged = v2 && book.resolve(schema).type === 'array' && isPaged(route);
  const headers = [
    'X-Request-Id',
    ...(paged ? ['X-Total-Count', 'Link'] : []),
    ...(paged && queryKeys(route).includes('cursor') ? ['X-Next-Cursor'] : []),
    ...(isVersioned(route) && notesOf(route).versioned !== 'taken' ? ['ETag'] : []),
  ];
  if (v2 && /^(post|patch)$/.test(route.method)) headers.push('Idempotency-Replayed');
  if (!isPublic(route)) headers.push(...RATE_HEADERS);
  return {
    description: 'Success',
    headers: headerRefs(headers),
    content: { [produces]: mediaContentOf(book, schema, produces) },
  };
}

function isPaged(route: TableRoute): boolean {
  const keys = queryKeys(route);
  return keys.includes('page') && keys.includes('limit');
}

/** The refusals that follow from the order of checks (contract 2) and the rules of the route. */
export function refusalsOf(
  route: TableRoute,
  hasParameters: boolean,
  hasBody: boolean,
): Record<string, OpenApiResponse> {
  const { access, form } = rulesOf(route);
  const { statuses: further = [] } = notesOf(route);
  const v2 = isV2(route.path);
  const unsafe = isUnsafe(route.method);
  const refs = access.refs ?? [];
  const names = 'param' in access || refs.length > 0;
  const locks = ('lock' in access && access.lock) || refs.some((ref) => ref.lock);
  const when: [boolean | undefined, number][] = [
    [!isPublic(route), 401],
    [unsafe || !isPublic(route), 403],
    [names, 404],
    [v2 && /^(post|patch)$/.test(route.method), 409],
    [unsafe && isVersioned(route), 412],
    [unsafe, 413],
    [unsafe, 415],
    [hasParameters || hasBody || unsafe, 422],
    [locks, 423],
    [!isPublic(route), 429],
    [form && unsafe, 303],
    [true, 500],
    [true, 503],
    [unsafe, 507],
  ];
  const found = new Set([...when.flatMap(([applies, status]) => (applies ? status : [])), ...further]);
  return Object.fromEntries([...found].sort().map((status) => [status, sharedAnswer(v2, status)]));
}

/** Redirects and the like have nothing to share. */
const sharedAnswer = (v2: boolean, status: number): OpenApiResponse =>
  statuses.includes(status)
    ? { $ref: `#/components/responses/${answerName(v2, status)}` }
    : { description: http().STATUS_CODES[status] ?? String(status) };
