// Versions of a page in the browser's JSON and in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { expectedVersion, pagedAnswer, versioned, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { serialize } from '../content/page-body.ts';
import { pagePolicies } from '../policies.ts';
import { changed, presentVersion, versionSchema, wholePage, wholePageSchema } from '../present.ts';
import { versionStore } from '../versions/version-store.ts';
import { keepVersion, readVersion, restoreVersion } from '../versions/versions.ts';

const numbers = (request: Request): [page: number, version: number] => [
  Number(request.params.page_id ?? request.params.id),
  Number(request.params.version_id),
];

const path = params({ page_id: id() });
const versionPath = params({ page_id: id(), version_id: id() });
const one = params({ id: id() });
const oneVersion = params({ id: id(), version_id: id() });
const wholeSchema = versionSchema
  .keys({ blocks_json: Joi.string().required() })
  .meta({ title: 'PageVersionWithBlocks' });

async function list(request: Request) {
  const { items, total } = await versionStore.page(request.ctx, numbers(request)[0], ...windowOf(request));
  return { items: items.map(presentVersion), total };
}

async function whole(request: Request) {
  const { blocks, ...version } = await readVersion(request.ctx, ...numbers(request));
  return { ...version, blocks_json: serialize(blocks, version.created_at) };
}

const restore = (request: Request) =>
  restoreVersion(request.ctx, ...numbers(request), { expected: expectedVersion(request) });

export const versionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/versions',
    rules: { access: can(pagePolicies.readVersions, 'page_id') },
    options: {
      id: 'versions.browse',
      description: 'Saved versions, newest first',
      validate: { params: path, query: paging() },
    },
    handler: async (request) => {
      const { items, total } = await list(request);
      return { versions: items, total };
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/versions',
    rules: { access: can(pagePolicies.keepVersion, 'page_id') },
    options: {
      id: 'versions.keep',
      description:
        'Keep what the page says now as a version, as saving by hand does; one that says the same is not kept twice',
      validate: { params: path },
    },
    handler: async (request) => ({
      ok: true,
      ...presentVersion(await keepVersion(request.ctx, numbers(request)[0])),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/versions/{version_id}',
    rules: { access: can(pagePolicies.readVersions, 'page_id', { opaque: ['version_id'] }) },
    options: {
      id: 'versions.read',
      description: 'One version with its blocks as JSON text',
      validate: { params: versionPath },
    },
    handler: async (request) => (await whole(request)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/versions/{version_id}/restore',
    rules: { access: can(pagePolicies.restoreVersion, 'page_id', { opaque: ['version_id'] }) },
    options: {
      id: 'versions.go-back',
      description: 'Make title and body what they were, as a new version',
      validate: { params: versionPath },
    },
    handler: async (request, h) => versioned(request, h, await changed(request.ctx, await restore(request))),
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/versions',
    rules: { access: can(pagePolicies.readVersions, 'id') },
    options: {
      id: 'versions.list',
      description: 'Saved versions, newest first',
      validate: { params: one, query: paging() },
      response: { schema: Joi.array().items(versionSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, await list(request)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/versions/{version_id}',
    rules: { access: can(pagePolicies.readVersions, 'id', { opaque: ['version_id'] }) },
    options: {
      id: 'versions.get',
      description: 'One version with its blocks as JSON text',
      validate: { params: oneVersion },
      response: { schema: wholeSchema },
    },
    handler: async (request) => (await whole(request)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/versions/{version_id}/restore',
    rules: { access: can(pagePolicies.restoreVersion, 'id', { opaque: ['version_id'] }) },
    options: {
      id: 'versions.restore',
      description: 'Make title and body what they were, as a new version whose note says which one it was',
      validate: { params: oneVersion },
      response: { schema: wholePageSchema },
      plugins: { api: { versioned: true } },
    },
    handler: async (request, h) => versioned(request, h, await wholePage(request.ctx, await restore(request))),
  }),
];
