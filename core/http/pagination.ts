// The paging headers of v2 lists and the ETag of versioned records, so that no route writes them by hand.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { invalid, Problem } from './problem.ts';
import { header } from './request-header.ts';

export interface ListPage<T> {
  items: T[];
  total: number;
}

/** `limit` and offset of the page that a v2 list request asks for. */
export function windowOf(request: Request): [limit: number, offset: number] {
  const { page, limit } = request.query as { page: number; limit: number };
  return [limit, (page - 1) * limit];
}

/** The page that a v2 list request asks for, of a list that is known whole. */
export function windowIn<T>(request: Request, all: readonly T[]): ListPage<T> {
  const [limit, offset] = windowOf(request);
  return { items: all.slice(offset, offset + limit), total: all.length };
}

/** A v2 list answer: JSON array, `X-Total-Count` and `Link` (first, prev, next, last). */
export function pagedAnswer<T>(request: Request, h: ResponseToolkit, { items, total }: ListPage<T>): ResponseObject {
  const { page, limit } = request.query as { page: number; limit: number };
  const last = Math.max(1, Math.ceil(total / limit));
  const link = (target: number, rel: string): string => {
    const url = new URL(request.url);
    url.searchParams.set('page', String(target));
    url.searchParams.set('limit', String(limit));
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const links = [link(1, 'first')];
  if (page > 1) links.push(link(Math.min(page - 1, last), 'prev'));
  if (page < last) links.push(link(page + 1, 'next'));
  links.push(link(last, 'last'));
  return h
    .response(items as object)
    .header('x-total-count', String(total))
    .header('link', links.join(', '));
}

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
