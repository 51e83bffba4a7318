// Full-text search over everything the caller may see: an index kept in the transaction of each save.
import Joi from 'joi';
import { id, paging } from '../../core/fields.ts';
import { pagedAnswer } from '../../core/paging.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { route } from '../../core/route.ts';
import { type PageFinder, pageFinder, pagesRehomed, pagesSaved, pagesTrashed } from '../pages/contract.ts';
import { type SearchResult, search } from './contract.ts';
import { indexPages, rehome, unindex } from './indexing.ts';
import { excerpts, find } from './query.ts';

interface Asked {
  q: string;
  limit: number;
  page: number;
  type?: SearchResult['type'];
  workspace_id?: number;
}

const types = ['page', 'row', 'collection', 'file'] as const;
const text = () => Joi.string().allow('').max(500).default('');
const workspaceRef = { in: 'query', name: 'workspace_id', resource: 'workspace', role: 'viewer' } as const;

const resultSchema = Joi.object({
  type: Joi.valid(...types).required(),
  id: Joi.number().integer().required(),
  title: Joi.string().required().allow(''),
  snippet: Joi.string().required().allow(''),
  url: Joi.string().required().example('/pages/12'),
  workspace_id: Joi.number().integer().required(),
  path: Joi.array().items(Joi.string().allow('')).required(),
  updated_at: Joi.string().required(),
}).meta({ title: 'SearchResult' });

/** The space ends the last word, which would else be a beginning. */
const holding: PageFinder = async (ctx, words, workspaceId, limit) =>
  (await find(ctx, { q: `${words} `, limit, workspaceId })).results.map(({ id: page }) => page);

export default definePlugin({
  name: 'search',
  version: '1.0.0',
  summary: 'Ranked full-text search with snippets, narrowed to what the caller may see',
  dependencies: { pages: '^1.0.0', workspaces: '^1.0.0' },
  provides: [search],
  setup: (app) => app.provide(search, { find, excerpts, add: indexPages }),
  adds: [
    adding(pagesSaved, indexPages),
    adding(pagesTrashed, unindex),
    adding(pagesRehomed, rehome),
    adding(pageFinder, holding),
  ],
  routes: [
    route({
      method: 'GET',
      path: '/api/search',
      rules: { access: { list: true, resource: 'page', refs: [workspaceRef] } },
      options: {
        id: 'search.find',
        description: 'Search pages by title and text',
        validate: {
          query: Joi.object({
            q: text(),
            limit: Joi.number().integer().min(1).max(100).default(20),
            type: Joi.valid(...types),
            workspace_id: id(),
          }),
        },
      },
      handler: (request) => {
        const { q, limit, type, workspace_id } = request.query as unknown as Asked;
        return find(request.ctx, { q, limit, type, workspaceId: workspace_id });
      },
    }),
    route({
      method: 'GET',
      path: '/api/v2/search',
      rules: { access: { list: true, resource: 'page', refs: [workspaceRef] } },
      options: {
        id: 'search.query',
        description: 'Search pages by title and text, best first',
        validate: { query: paging({ q: text(), type: Joi.valid(...types), workspace_id: id() }) },
        response: { schema: Joi.array().items(resultSchema) },
      },
      handler: async (request, h) => {
        const { q, limit, page, type, workspace_id } = request.query as unknown as Asked;
        const { results, total } = await find(request.ctx, {
          q,
          limit,
          offset: (page - 1) * limit,
          type,
          workspaceId: workspace_id,
        });
        return pagedAnswer(request, h, { items: results, total });
      },
    }),
  ],
});
