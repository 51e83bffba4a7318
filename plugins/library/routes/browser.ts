// The library in the browser's JSON: its tabs, kept filters, and one act on many pages.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { actOnMany, type BulkInput } from '../bulk.ts';
import { dropFilter, type FilterQuery, filtersOf, keepFilter } from '../filters.ts';
import { type LibraryQuery, listLibrary } from '../listing.ts';
import type { LibraryTab } from '../tabs.ts';
import { bulkBody, filterBody, libraryListSchema, listAccess, narrowing, window } from './schemas.ts';

export const libraryBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/library/{tab}',
    rules: { access: listAccess },
    options: {
      id: 'library.list',
      description:
        'A tab of the library: your recent, favorite, shared and private pages, published ones, a workspace, or what carries a tag of yours',
      validate: { params: params({ tab: libraryListSchema }), query: Joi.object({ ...window, ...narrowing }) },
    },
    handler: ({ ctx, params: { tab: named }, query }) =>
      listLibrary(ctx, { ...(query as Omit<LibraryQuery, 'tab'>), tab: named as LibraryTab }),
  }),
  route({
    method: 'GET',
    path: '/api/library/filters',
    rules: { access: { member: true } },
    options: { id: 'library.filters', description: 'Filters that you keep' },
    handler: async ({ ctx }) => ({ filters: await filtersOf(ctx) }),
  }),
  route({
    method: 'POST',
    path: '/api/library/filters',
    // A filter may outlive the workspace that it names: it shows nothing then.
    rules: { access: { member: true, opaque: ['workspace_id'] } },
    options: {
      id: 'library.keep-filter',
      description: 'Keep what a tab is narrowed to under a name, at most 20',
      validate: { payload: filterBody.required() },
    },
    handler: async ({ ctx, payload }) => {
      const { name, query } = payload as { name: string; query: FilterQuery };
      return { ok: true, ...(await keepFilter(ctx, name, query)) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/library/filters/{filter_id}',
    rules: { access: { own: true, resource: 'library-filter', param: 'filter_id' } },
    options: {
      id: 'library.drop-filter',
      description: 'Delete a filter of yours',
      validate: { params: params({ filter_id: id() }) },
    },
    handler: async ({ ctx, params: given }) => {
      await dropFilter(ctx, Number(given.filter_id));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/library/bulk',
    // Each page is asked for by itself, and answered by itself.
    rules: { access: { member: true, opaque: ['page_ids'] } },
    options: {
      id: 'library.bulk',
      description: 'Mark as read, favor, tag or delete up to 100 pages; each with what came of it',
      validate: { payload: bulkBody.required() },
    },
    handler: async ({ ctx, payload }) => ({ ok: true, results: await actOnMany(ctx, payload as BulkInput) }),
  }),
];
