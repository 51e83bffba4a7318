// Favorites and recents in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { favoritePolicies } from '../policies.ts';
import { dropFavorite, favoritesOf, keepFavorite, recentsOf } from '../service.ts';

const kept = {
  page_id: Joi.number().integer().required().example(12),
  title: Joi.string().required().allow(''),
  kind: Joi.valid('page', 'file', 'folder', 'collection').required(),
  page_icon: Joi.string().required().allow(''),
  workspace_id: Joi.number().integer().required(),
};
const favoriteSchema = Joi.object({
  ...kept,
  position: Joi.number().integer().required().description('place among the favorites, from 0'),
  created_at: Joi.string().required(),
}).meta({ title: 'Favorite' });
const recentSchema = Joi.object({
  ...kept,
  opened_at: Joi.string().required(),
  path: Joi.array().items(Joi.string().allow('')).required().description('titles of the pages above it, from the top'),
}).meta({ title: 'Recent' });
const ok = Joi.object({ ok: Joi.valid(true).required() });

async function drop(request: Request) {
  await dropFavorite(request.ctx, Number(request.params.page_id ?? request.query.page_id));
  return { ok: true } as never;
}

/** The lists are short, so each is read whole and cut here. */
function cut<T>(request: Request, all: T[]): { items: T[]; total: number } {
  const [limit, offset] = windowOf(request);
  return { items: all.slice(offset, offset + limit), total: all.length };
}

export const favoriteV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/favorites',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'favorites.list',
      description: "The caller's favorites in their order",
      validate: { query: paging() },
      response: { schema: Joi.array().items(favoriteSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, cut(request, await favoritesOf(request.ctx))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/favorites',
    rules: { access: { member: true, refs: [inBody('page_id', favoritePolicies.keep)] } },
    options: {
      id: 'favorites.add',
      description: 'Make a page a favorite, or with `position` give it another place among them',
      validate: {
        payload: Joi.object({
          page_id: id().required(),
          position: Joi.number().integer().min(0).max(1000),
        }).required(),
      },
      response: { schema: favoriteSchema },
      plugins: { api: { statuses: [409] } },
    },
    handler: async (request) => {
      const { page_id, position } = request.payload as { page_id: number; position?: number };
      return (await keepFavorite(request.ctx, page_id, position)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/favorites',
    rules: { access: { member: true, refs: [inQuery('page_id', favoritePolicies.keep)] } },
    options: {
      id: 'favorites.drop',
      description: 'Make a page, named by `page_id`, no favorite any more',
      validate: { query: Joi.object({ page_id: id().required() }) },
      response: { schema: ok },
    },
    handler: drop,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/favorites/{page_id}',
    rules: { access: can(favoritePolicies.keep, 'page_id') },
    options: {
      id: 'favorites.remove',
      description: 'Make a page no favorite any more',
      validate: { params: params({ page_id: id() }) },
      response: { schema: ok },
    },
    handler: drop,
  }),
  route({
    method: 'GET',
    path: '/api/v2/recents',
    rules: { access: { list: true, resource: 'page' } },
    options: {
      id: 'recents.list',
      description: 'Pages the caller opened lately in a browser, newest first; the last 50 are kept',
      validate: { query: paging() },
      response: { schema: Joi.array().items(recentSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, cut(request, await recentsOf(request.ctx))),
  }),
];
