// People of a directory (SCIM 2.0).
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import {
  directoryCtx,
  directoryRequest,
  listQuery,
  listQueryOf,
  resourceAnswer,
  scimAnswer,
  scimBody,
  scimDoor,
  scimPayload,
  scimRules,
  searchBody,
  selectionIn,
  selectionQuery,
  unchangedAnswer,
} from '../scim/exchange.ts';
import { listResources, userSource } from '../scim/listing.ts';
import type { Resource } from '../scim/protocol/attribute.ts';
import { applyPatch } from '../scim/protocol/patch.ts';
import { projection } from '../scim/protocol/projection.ts';
import { readResource } from '../scim/protocol/resource-reader.ts';
import { userKind } from '../scim/protocol/user-schema.ts';
import { SCIM_PATH } from '../scim/user-resource.ts';
import { changeDirectoryUser, createDirectoryUser, directoryUser, removeDirectoryUser } from '../scim/users.ts';

const PATH = `${SCIM_PATH}/Users`;
const one = { params: params({ id: Joi.string().max(100) }), query: Joi.object(selectionQuery) };

const writing = (
  [
    {
      method: 'PUT',
      id: 'scim.replace-user',
      description: 'Replace what the directory says of a person; active stays where it is left out',
      next: (body: unknown) => () => readResource(userKind, body),
    },
    {
      method: 'PATCH',
      id: 'scim.change-user',
      description: 'Change a person by operations',
      next: (body: unknown) => (kept: Resource) => applyPatch(userKind, kept, body),
    },
  ] as const
).map(({ method, id, description, next }) =>
  route({
    method,
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: { id, description, ext: scimDoor, payload: scimPayload(), validate: { ...one, payload: scimBody } },
    handler: async (request, h) => {
      projection(userKind, selectionIn(request));
      const change = next(request.payload);
      return resourceAnswer(
        ...([request, h, userKind] as const),
        await changeDirectoryUser(directoryRequest(request), request.params.id as string, change),
      );
    },
  }),
);

export const scimUserRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: scimRules,
    options: {
      id: 'scim.list-users',
      description: 'People whom a directory has brought',
      ext: scimDoor,
      validate: { query: listQuery },
    },
    handler: async (request, h) =>
      scimAnswer(h, await listResources(directoryCtx(request), [userSource], listQueryOf(request.query))),
  }),
  route({
    method: 'POST',
    path: `${PATH}/.search`,
    rules: scimRules,
    options: {
      id: 'scim.search-users',
      description: 'People whom a directory has brought, asked for in a body',
      ext: scimDoor,
      payload: scimPayload(),
      validate: { payload: searchBody },
    },
    handler: async (request, h) =>
      scimAnswer(h, await listResources(directoryCtx(request), [userSource], listQueryOf(request.payload as object))),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: scimRules,
    options: {
      id: 'scim.create-user',
      description: 'Bring a person, who gets an account without a password',
      ext: scimDoor,
      payload: scimPayload(),
      validate: { query: Joi.object(selectionQuery), payload: scimBody },
    },
    handler: async (request, h) => {
      projection(userKind, selectionIn(request));
      const made = await createDirectoryUser(directoryRequest(request), request.payload);
      return resourceAnswer(request, h, userKind, made)
        .code(201)
        .location((made.meta as { location: string }).location);
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: { id: 'scim.user', description: 'A person whom a directory has brought', ext: scimDoor, validate: one },
    handler: async (request, h) => {
      const resource = await directoryUser(directoryCtx(request), request.params.id as string);
      return unchangedAnswer(request, h, resource) ?? resourceAnswer(request, h, userKind, resource);
    },
  }),
  ...writing,
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: {
      id: 'scim.remove-user',
      description: 'Switch the account of a person off; what they wrote stays',
      ext: scimDoor,
      validate: { params: one.params },
    },
    handler: async (request, h) => {
      await removeDirectoryUser(directoryRequest(request), request.params.id as string);
      return h.response().code(204);
    },
  }),
];
