// The paging headers of v2 lists and the ETag of versioned records, so that no route writes them by hand.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { invalid, Problem } from './problem.ts';
import { header } from './request-header.ts';

export interface ListPage<T> {
  items: T[];
  total: number;
  /** of a list that takes a cursor: the one of what follows; null at its end */
  next?: string | null;
}

interface ListQuery {
  page: number;
  limit: number;
  cursor?: unknown;
}

/**
 * `limit` and offset of the page that a v2 list request asks for.
 * @throws Problem validation_failed for a page beside a cursor, which has none
 */
export function windowOf(request: Request): [limit: number, offset: number] {
  const { page, limit, cursor } = request.query as unknown as ListQuery;
  if (cursor !== undefined && request.url.searchParams.has('page'))
    throw invalid(['query', 'page'], 'is not allowed beside cursor');
  return [limit, (page - 1) * limit];
}

/** The page that a v2 list request asks for, of a list that is known whole. */
export function windowIn<T>(request: Request, all: readonly T[]): ListPage<T> {
  const [limit, offset] = windowOf(request);
  return { items: all.slice(offset, offset + limit), total: all.length };
}

/** Of a list in the order of ids, one more of which were read than are shown. */
export function partById<T extends { id: number }>(read: T[], limit: number): Pick<ListPage<T>, 'items' | 'next'> {
  const items = read.slice(0, limit);
  return { items, next: read.length > limit ? String(items.at(-1)?.id) : null };
}

/** A v2 list answer: JSON array, `X-Total-Count`, `Link` and, where more follows in a list with cursors, `X-Next-Cursor`. */
export function pagedAnswer<T>(request: Request, h: ResponseToolkit, list: ListPage<T>): ResponseObject {
  const { cursor } = request.query as unknown as ListQuery;
  const links = cursor === undefined ? pageLinks(request, list.total) : cursorLinks(request, list.next);
  const answer = h
    .response(list.items as object)
    .header('x-total-count', String(list.total))
    .header('link', links.join(', '));
  return list.next ? answer.header('x-next-cursor', list.next) : answer;
}

function linkTo(request: Request, rel: string, place: { page?: number; cursor?: string }): string {
  const { searchParams, pathname } = new URL(request.url);
  for (const name of ['page', 'cursor']) searchParams.delete(name);
  for (const [name, value] of Object.entries(place)) searchParams.set(name, String(value));
  searchParams.set('limit', String((request.query as unknown as ListQuery).limit));
  return `<${pathname}?${searchParams}>; rel="${rel}"`;
}

/** First, prev, next and last. */
function pageLinks(request: Request, total: number): string[] {
  const { page, limit } = request.query as unknown as ListQuery;
  const last = Math.max(1, Math.ceil(total / limit));
  const links = [linkTo(request, 'first', { page: 1 })];
  if (page > 1) links.push(linkTo(request, 'prev', { page: Math.min(page - 1, last) }));
  if (page < last) links.push(linkTo(request, 'next', { page: page + 1 }));
  return [...links, linkTo(request, 'last', { page: last })];
}

/** What lies behind a cursor has no number: only where the list begins and where it goes on is known. */
const cursorLinks = (request: Request, next: string | null | undefined): string[] => [
  linkTo(request, 'first', {}),
  ...(next ? [linkTo(request, 'next', { cursor: next })] : []),
];

/** Where a list goes on, as a text that programs only hand back. */
export const writeListCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * @param isOurs whether it is a place in the list that is asked for; may throw for what has another shape
 * @throws Problem validation_failed for any other text
 */
export function readListCursor<Place>(text: string, part: 'query' | 'body', isOurs: (place: Place) => boolean): Place {
  try {
    const place = JSON.parse(Buffer.from(text, 'base64url').toString()) as Place;
    if (isOurs(place)) return place;
  } catch {
    // Answered below like any other text.
  }
  throw invalid([part, 'cursor'], 'must be a cursor of this list');
}

/** Answers a record that carries `sync_version` with its ETag, which serves If-Match only. */
export function versioned(request: Request, h: ResponseToolkit, record: { sync_version: number }): ResponseObject {
  // Computed and hidden values change without the version, so a 304 could show old ones.
  delete request.headers['if-none-match'];
  return h.response(record).header('etag', `"v${record.sync_version}"`);
}

/** The version that a change was made of, or several of which one will do; none: it is made of whatever there is. */
export type ExpectedVersion = number | readonly number[] | null;

/** Versions the client demands by If-Match, or null when it did not ask. */
export function expectedVersion(request: Request): ExpectedVersion {
  const wanted = header(request, 'if-match');
  if (wanted === undefined || wanted.trim() === '*') return null;
  const versions = wanted.split(',').flatMap((part) => {
    const match = /^(?:W\/)?"v(\d+)(?:-gzip|-br)?"$/.exec(part.trim());
    return match ? [Number(match[1])] : [];
  });
  if (versions.length) return versions;
  throw new Problem('version_conflict', 'If-Match names no version of this resource.');
}

/** @throws Problem version_conflict (412) when the record has moved on */
export function requireVersion(expected: ExpectedVersion | undefined, actual: number): void {
  if (expected !== null && expected !== undefined && ![expected].flat().includes(actual)) {
    throw new Problem('version_conflict', `The resource is at version ${actual}.`);
  }
}
