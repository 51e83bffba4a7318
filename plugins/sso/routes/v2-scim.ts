// What SCIM 2.0 has beside people and groups: what the service says of itself, the search of all, and what it has not.
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { unknownResource } from '../scim/directory-change.ts';
import { resourceSchema, resourceSchemas, resourceType, resourceTypes, serviceConfig } from '../scim/discovery.ts';
import {
  directoryCtx,
  listQueryOf,
  scimAnswer,
  scimDoor,
  scimPayload,
  scimRules,
  searchBody,
} from '../scim/exchange.ts';
import { groupSource, listResources, userSource } from '../scim/listing.ts';
import type { Resource } from '../scim/protocol/attribute.ts';
import { SCIM_PATH } from '../scim/user-resource.ts';
import { scimGroupRoutes } from './v2-scim-groups.ts';
import { scimUserRoutes } from './v2-scim-users.ts';

const discovery = (
  [
    { path: '/ServiceProviderConfig', id: 'scim.config', about: 'What this SCIM service can', show: serviceConfig },
    { path: '/ResourceTypes', id: 'scim.resource-types', about: 'Kinds of resources', show: resourceTypes },
    { path: '/Schemas', id: 'scim.schemas', about: 'Schemas of resources', show: resourceSchemas },
  ] as const
).map(({ path, id, about, show }) =>
  route({
    method: 'GET',
    path: `${SCIM_PATH}${path}`,
    rules: scimRules,
    options: { id, description: about, ext: scimDoor, validate: { query: Joi.object({ filter: Joi.string() }) } },
    handler: (request, h) => {
      // RFC 7644, section 4: whoever filtered would think that the rest is not there.
      if (request.query.filter !== undefined) throw new Problem('forbidden', 'This list takes no filter.');
      return scimAnswer(h, show(directoryCtx(request)));
    },
  }),
);

const entries = (
  [
    { path: '/ResourceTypes/{id}', id: 'scim.resource-type', about: 'One kind of resources', show: resourceType },
    { path: '/Schemas/{id}', id: 'scim.schema', about: 'One schema', show: resourceSchema },
  ] as { path: string; id: string; about: string; show: (ctx: Ctx, name: string) => Resource | undefined }[]
).map(({ path, id, about, show }) =>
  route({
    method: 'GET',
    path: `${SCIM_PATH}${path}`,
    rules: scimRules,
    options: { id, description: about, ext: scimDoor, validate: { params: params({ id: Joi.string().max(200) }) } },
    handler: (request, h) => {
      const found = show(directoryCtx(request), request.params.id as string);
      if (!found) throw unknownResource();
      return scimAnswer(h, found);
    },
  }),
);

/** What the protocol knows and this service does not. */
const ABSENT = /^\/(Bulk|Me)(\/|$)/;

/** GET by itself: else the page for unknown addresses would answer it. */
const absent = (['GET', '*'] as const).map((method) =>
  route({
    method,
    path: `${SCIM_PATH}/{any*}`,
    rules: scimRules,
    options: {
      id: method === 'GET' ? 'scim.unknown' : 'scim.unknown-change',
      description: 'What this service has not',
      ext: scimDoor,
      validate: { params: Joi.any(), query: Joi.any(), ...(method === 'GET' ? {} : { payload: Joi.any() }) },
      ...(method === 'GET' ? {} : { payload: scimPayload() }),
    },
    handler: ({ path }) => {
      if (!ABSENT.test(path.slice(SCIM_PATH.length))) throw unknownResource();
      throw new Problem('malformed_request', 'This service has no Bulk and no Me.', { status: 501 });
    },
  }),
);

export const scimRoutes: Route[] = [
  ...discovery,
  ...entries,
  ...scimUserRoutes,
  ...scimGroupRoutes,
  route({
    method: 'POST',
    path: `${SCIM_PATH}/.search`,
    rules: { ...scimRules, whileReadOnly: true },
    options: {
      id: 'scim.search',
      description: 'People and groups that a directory has brought, asked for in a body',
      ext: scimDoor,
      payload: scimPayload(),
      validate: { payload: searchBody },
    },
    handler: async (request, h) => {
      const query = listQueryOf(request.payload as object);
      return scimAnswer(h, await listResources(directoryCtx(request), [userSource, groupSource], query));
    },
  }),
  ...absent,
];
