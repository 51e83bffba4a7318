// Grants and shares of pages in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import type { PermissionType } from '../../../core/access.ts';
import { userOf } from '../../../core/context.ts';
import { id, paging, params } from '../../../core/fields.ts';
import { pagedAnswer, windowOf } from '../../../core/paging.ts';
import { type Role, type Route, route } from '../../../core/route.ts';
import { explain } from '../explain.ts';
import { grant, grantsOn, revoke, setType } from '../grants.ts';
import { cut } from '../groups.ts';
import {
  explanationSchema,
  ok,
  permissionSchema,
  permissionType,
  presentGrant,
  shareSchema,
  typeSchema,
} from '../present.ts';
import { share, sharesOf } from '../shares.ts';
import { grantBody, granteeRefs, grantOf, shareBody, shareOf } from './bodies.ts';

const on = (role: Role, resource = 'page') => ({ role, resource, param: 'id' }) as const;
const one = { params: params({ id: id() }) };
const api = { api: { statuses: [409] } };
const pageId = (request: Request): number => Number(request.params.id);

async function drop(request: Request) {
  const given = request.params.permission_id ?? request.params.share_id ?? request.query.share_id;
  await revoke(request.ctx, pageId(request), Number(given));
  return { ok: true } as never;
}

const permissionRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/permissions',
    rules: { access: on('editor') },
    options: {
      id: 'permissions.list',
      description: 'Who was given a role on the page itself, in the order it was given',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(permissionSchema) },
    },
    handler: async (request, h) => {
      const rows = (await grantsOn(request.ctx, pageId(request))).filter(({ email }) => email === null);
      return pagedAnswer(request, h, cut(rows.map(presentGrant), ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/permissions',
    rules: { access: { ...on('editor'), refs: granteeRefs } },
    options: {
      id: 'permissions.grant',
      description: 'Give a person or a group a role on the page, or another one; never one above your own',
      plugins: api,
      validate: { ...one, payload: grantBody },
      response: { schema: permissionSchema },
    },
    handler: async (request) => presentGrant(await grant(request.ctx, pageId(request), ...grantOf(request))) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/permissions/{permission_id}',
    rules: { access: { ...on('editor'), opaque: ['permission_id'] } },
    options: {
      id: 'permissions.revoke',
      description: 'Take a role on the page back',
      validate: { params: params({ id: id(), permission_id: id() }) },
      response: { schema: ok },
    },
    handler: drop,
  }),
  route({
    method: 'PUT',
    path: '/api/v2/pages/{id}/permissions/type',
    rules: { access: on('owner', 'page-rights') },
    options: {
      id: 'permissions.set-type',
      description:
        'Open the page to whom its place opens it (inherit), to those with a role on it (restricted), or to people only (private, which takes groups their roles); whoever changes it becomes an owner of it',
      validate: { ...one, payload: Joi.object({ permission_type: permissionType().required() }).required() },
      response: { schema: typeSchema },
    },
    handler: async (request) => {
      const { permission_type: wanted } = request.payload as { permission_type: PermissionType };
      const { permission_type } = await setType(request.ctx, pageId(request), wanted);
      return { ok: true, permission_type } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/access',
    rules: {
      access: { ...on('viewer'), refs: [{ in: 'query', name: 'user_id', resource: 'grantee', role: 'viewer' }] },
    },
    options: {
      id: 'permissions.explain',
      description: 'What the caller may do with the page and why; about others (`user_id`) editors are told',
      validate: { ...one, query: Joi.object({ user_id: id() }) },
      response: { schema: explanationSchema },
    },
    handler: (request) =>
      explain(request.ctx, pageId(request), Number(request.query.user_id ?? userOf(request.ctx).id)) as never,
  }),
];

const shareRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: on('editor') },
    options: {
      id: 'shares.list',
      description: 'With whom the page is shared: people, groups, and addresses that have not answered yet',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(shareSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, cut(await sharesOf(request.ctx, pageId(request)), ...windowOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: { ...on('editor'), refs: granteeRefs } },
    options: {
      id: 'shares.create',
      description: 'Share the page with a person, a group or an e-mail address, or change the level',
      plugins: api,
      validate: { ...one, payload: shareBody },
      response: { schema: shareSchema },
    },
    handler: (request) => share(request.ctx, pageId(request), ...shareOf(request)) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: { ...on('editor'), opaque: ['share_id'] } },
    options: {
      id: 'shares.drop',
      description: 'End the share named by `share_id`',
      validate: { ...one, query: Joi.object({ share_id: id().required() }) },
      response: { schema: ok },
    },
    handler: drop,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/shares/{share_id}',
    rules: { access: { ...on('editor'), opaque: ['share_id'] } },
    options: {
      id: 'shares.remove',
      description: 'End a share',
      validate: { params: params({ id: id(), share_id: id() }) },
      response: { schema: ok },
    },
    handler: drop,
  }),
];

export const v2Routes: Route[] = [...permissionRoutes, ...shareRoutes];
