// Searching, for the browser and in the public API.
import Joi from 'joi';
import { pagedAnswer } from '../../../core/http/pagination.ts';
import { inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, toggle } from '../../../core/http/schema-fields.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { type SearchResult, search } from '../contract.ts';
import { find } from '../query.ts';

interface Asked {
  q: string;
  limit: number;
  page: number;
  type?: SearchResult['type'];
  workspace_id?: number;
  meaning: boolean;
}

const types = ['page', 'row', 'collection', 'file'] as const;
const text = () => Joi.string().allow('').max(500).default('');
const meaning = () =>
  toggle().default(false).description('also pages about the same in other words, where a model for that is set up');
const workspaceRef = inQuery('workspace_id', workspacePolicies.view);

const resultSchema = Joi.object({
  type: Joi.valid(...types).required(),
  id: Joi.number().integer().required(),
  title: Joi.string().required().allow(''),
  snippet: Joi.string().required().allow(''),
  url: Joi.string().required().example('/pages/12'),
  workspace_id: Joi.number().integer().required(),
  path: Joi.array().items(Joi.string().allow('')).required(),
  page_icon: Joi.string().required().allow(''),
  updated_at: Joi.string().required(),
}).meta({ title: 'SearchResult' });

export const searchRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/search',
    rules: { access: { list: true, resource: 'page', refs: [workspaceRef] } },
    options: {
      id: 'search.find',
      description: 'Search pages by title and text; of what more than 10,000 pages have, in the newest of them',
      validate: {
        query: Joi.object({
          q: text(),
          limit: Joi.number().integer().min(1).max(100).default(20),
          type: Joi.valid(...types),
          workspace_id: id(),
          meaning: meaning(),
        }),
      },
    },
    handler: async (request) => {
      const { q, limit, type, workspace_id, meaning: wide } = request.query as unknown as Asked;
      const found = await find(request.ctx, { q, limit, type, workspaceId: workspace_id, meaning: wide });
      return { ...found, knows_meaning: request.ctx.use(search).knowsMeaning() };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/search',
    rules: { access: { list: true, resource: 'page', refs: [workspaceRef] }, subtree: true },
    options: {
      id: 'search.query',
      description:
        'Search pages by title and text, best first; of what more than 10,000 pages have, in the newest of them',
      validate: { query: paging({ q: text(), type: Joi.valid(...types), workspace_id: id(), meaning: meaning() }) },
      response: { schema: Joi.array().items(resultSchema) },
    },
    handler: async (request, h) => {
      const { q, limit, page, type, workspace_id, meaning: wide } = request.query as unknown as Asked;
      const { results, total } = await find(request.ctx, {
        q,
        limit,
        offset: (page - 1) * limit,
        type,
        workspaceId: workspace_id,
        meaning: wide,
      });
      return pagedAnswer(request, h, { items: results, total });
    },
  }),
];
