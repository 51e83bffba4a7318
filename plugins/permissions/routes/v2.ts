// Grants on pages and databases, and shares of pages, in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import type { Collection } from '../../databases/contract.ts';
import { explainAccess } from '../access-explanation.ts';
import { grant, grantsOn, revoke, setType } from '../grants.ts';
import { cut } from '../groups/groups.ts';
import { collectionSharingPolicies, pageSharingPolicies } from '../policies.ts';
import {
  collectionPermissionSchema,
  explanationSchema,
  okSchema,
  permissionSchema,
  presentGrant,
  shareSchema,
  typeSchema,
} from '../present.ts';
import { listShares, share } from '../shares.ts';
import type { GrantRow } from '../store.ts';
import { grantBody, grantOf, shareBody, shareOf, type TypeChange, typeBody } from './schemas.ts';

const one = { params: params({ id: id() }) };
const api = { api: { statuses: [409] } };
const pageId = (request: Request): number => Number(request.params.id);

/** The same rights under two names: those of a database are those of its page. */
interface Target {
  resource: 'page' | 'collection';
  /** of the ids of operations */
  noun: string;
  the: string;
  sharing: typeof pageSharingPolicies;
  schema: Joi.Schema;
  pageId(request: Request): number;
  present(request: Request, row: GrantRow): object;
}

const onPages: Target = {
  resource: 'page',
  noun: 'permissions',
  the: 'the page',
  sharing: pageSharingPolicies,
  schema: permissionSchema,
  pageId,
  present: (_request, row) => presentGrant(row),
};

const onCollections: Target = {
  resource: 'collection',
  noun: 'collection-permissions',
  the: 'the database',
  sharing: collectionSharingPolicies,
  schema: collectionPermissionSchema,
  pageId: (request) => loaded<Collection>(request, 'id').page_id,
  present(request, row) {
    const { page_id: _, id: own, ...rest } = presentGrant(row);
    return { id: own, collection_id: pageId(request), ...rest };
  },
};

function permissionRoutes(target: Target): Route[] {
  const { resource, noun, the, sharing, present } = target;
  const path = `/api/v2/${resource}s/{id}`;
  return [
    route({
      method: 'GET',
      path: `${path}/permissions`,
      rules: { access: can(sharing.listGrants, 'id') },
      options: {
        id: `${noun}.list`,
        description: `Who was given a role on ${the} itself, in the order it was given`,
        validate: { ...one, query: paging() },
        response: { schema: Joi.array().items(target.schema) },
      },
      handler: async (request, h) => {
        const rows = (await grantsOn(request.ctx, target.pageId(request))).filter(({ email }) => email === null);
        return pagedAnswer(
          request,
          h,
          cut(
            rows.map((row) => present(request, row)),
            ...windowOf(request),
          ),
        );
      },
    }),
    route({
      method: 'POST',
      path: `${path}/permissions`,
      rules: { access: can(sharing.grant, 'id') },
      options: {
        id: `${noun}.grant`,
        description: `Give a person or a group a role on ${the}, or another one; never one above your own`,
        plugins: api,
        validate: { ...one, payload: grantBody },
        response: { schema: target.schema },
      },
      handler: async (request) =>
        present(request, await grant(request.ctx, target.pageId(request), ...grantOf(request))) as never,
    }),
    route({
      method: 'DELETE',
      path: `${path}/permissions/{permission_id}`,
      rules: { access: can(sharing.revoke, 'id', { opaque: ['permission_id'] }) },
      options: {
        id: `${noun}.revoke`,
        description: `Take a role on ${the} back`,
        validate: { params: params({ id: id(), permission_id: id() }) },
        response: { schema: okSchema },
      },
      handler: async (request) => {
        await revoke(request.ctx, target.pageId(request), Number(request.params.permission_id));
        return { ok: true } as never;
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/permissions/type`,
      rules: { access: can(sharing.setType, 'id') },
      options: {
        id: `${noun}.set-type`,
        description: `Open ${the} to whom its place opens it (inherit), to those with a role on it (restricted), or to people only (private, which takes groups their roles); whoever changes it becomes an owner of it; of a published one \`keep_published\` says whether it stays so`,
        plugins: api,
        validate: { ...one, payload: Joi.object(typeBody).required() },
        response: { schema: typeSchema },
      },
      handler: async (request) => {
        const { permission_type: wanted, keep_published: keep } = request.payload as TypeChange;
        const { permission_type } = await setType(request.ctx, target.pageId(request), wanted, keep);
        return { ok: true, permission_type } as never;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/access`,
      rules: {
        access: can(sharing.explain, 'id'),
      },
      options: {
        id: `${noun}.explain`,
        description: `What the caller may do with ${the} and why; about others (\`user_id\`) editors are told`,
        validate: { ...one, query: Joi.object({ user_id: id() }) },
        response: { schema: explanationSchema },
      },
      handler: (request) =>
        explainAccess(
          request.ctx,
          target.pageId(request),
          Number(request.query.user_id ?? userOf(request.ctx).id),
        ) as never,
    }),
  ];
}

async function drop(request: Request) {
  await revoke(request.ctx, pageId(request), Number(request.params.share_id ?? request.query.share_id));
  return { ok: true } as never;
}

const shareRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: can(pageSharingPolicies.listGrants, 'id') },
    options: {
      id: 'shares.list',
      description: 'With whom the page is shared: people, groups, and addresses that have not answered yet',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(shareSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, cut(await listShares(request.ctx, pageId(request)), ...windowOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: can(pageSharingPolicies.grant, 'id') },
    options: {
      id: 'shares.create',
      description: 'Share the page with a person, a group or an email address, or change the level',
      plugins: api,
      validate: { ...one, payload: shareBody },
      response: { schema: shareSchema },
    },
    handler: (request) => share(request.ctx, pageId(request), ...shareOf(request)) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/shares',
    rules: { access: can(pageSharingPolicies.revoke, 'id', { opaque: ['share_id'] }) },
    options: {
      id: 'shares.drop',
      description: 'End the share named by `share_id`',
      validate: { ...one, query: Joi.object({ share_id: id().required() }) },
      response: { schema: okSchema },
    },
    handler: drop,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/pages/{id}/shares/{share_id}',
    rules: { access: can(pageSharingPolicies.revoke, 'id', { opaque: ['share_id'] }) },
    options: {
      id: 'shares.remove',
      description: 'End a share',
      validate: { params: params({ id: id(), share_id: id() }) },
      response: { schema: okSchema },
    },
    handler: drop,
  }),
];

export const permissionV2Routes: Route[] = [
  ...permissionRoutes(onPages),
  ...permissionRoutes(onCollections),
  ...shareRoutes,
];
