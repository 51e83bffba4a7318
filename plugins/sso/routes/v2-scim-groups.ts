// Groups of a directory (SCIM 2.0).
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import {
  directoryCtx,
  directoryRequest,
  GROUP_BYTES,
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
import { changeDirectoryGroup, createDirectoryGroup, directoryGroup, removeDirectoryGroup } from '../scim/groups.ts';
import { groupSource, listResources } from '../scim/listing.ts';
import { groupKind } from '../scim/protocol/group-schema.ts';
import { applyPatch } from '../scim/protocol/patch.ts';
import { isShown, projection } from '../scim/protocol/projection.ts';
import { readResource } from '../scim/protocol/resource-reader.ts';
import { SCIM_PATH } from '../scim/user-resource.ts';

const PATH = `${SCIM_PATH}/Groups`;
const one = { params: params({ id: Joi.string().max(100) }), query: Joi.object(selectionQuery) };

/** With its members where the request wants to see them. */
const shownGroup = (request: Request) =>
  directoryGroup(
    directoryCtx(request),
    request.params.id as string,
    isShown(groupKind, 'members', selectionIn(request)),
  );

export const scimGroupRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: scimRules,
    options: {
      id: 'scim.list-groups',
      description: 'Groups that a directory has brought',
      ext: scimDoor,
      validate: { query: listQuery },
    },
    handler: async (request, h) =>
      scimAnswer(h, await listResources(directoryCtx(request), [groupSource], listQueryOf(request.query))),
  }),
  route({
    method: 'POST',
    path: `${PATH}/.search`,
    rules: scimRules,
    options: {
      id: 'scim.search-groups',
      description: 'Groups that a directory has brought, asked for in a body',
      ext: scimDoor,
      payload: scimPayload(),
      validate: { payload: searchBody },
    },
    handler: async (request, h) =>
      scimAnswer(h, await listResources(directoryCtx(request), [groupSource], listQueryOf(request.payload as object))),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: scimRules,
    options: {
      id: 'scim.create-group',
      description: 'Bring a group, whose people get the roles that are mapped to its name',
      ext: scimDoor,
      payload: scimPayload(GROUP_BYTES),
      validate: { query: Joi.object(selectionQuery), payload: scimBody },
    },
    handler: async (request, h) => {
      projection(groupKind, selectionIn(request));
      const made = await createDirectoryGroup(directoryRequest(request), request.payload);
      return resourceAnswer(request, h, groupKind, made)
        .code(201)
        .location((made.meta as { location: string }).location);
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: { id: 'scim.group', description: 'A group that a directory has brought', ext: scimDoor, validate: one },
    handler: async (request, h) => {
      const resource = await shownGroup(request);
      return unchangedAnswer(request, h, resource) ?? resourceAnswer(request, h, groupKind, resource);
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: {
      id: 'scim.replace-group',
      description: 'Replace the name and the members of a group',
      ext: scimDoor,
      payload: scimPayload(GROUP_BYTES),
      validate: { ...one, payload: scimBody },
    },
    handler: async (request, h) => {
      projection(groupKind, selectionIn(request));
      const next = readResource(groupKind, request.payload);
      await changeDirectoryGroup(directoryRequest(request), request.params.id as string, () => next);
      return resourceAnswer(request, h, groupKind, await shownGroup(request));
    },
  }),
  route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: {
      id: 'scim.change-group',
      description: 'Change a group by operations; answers 204 unless attributes are asked for',
      ext: scimDoor,
      payload: scimPayload(GROUP_BYTES),
      validate: { ...one, payload: scimBody },
    },
    handler: async (request, h) => {
      const { attributes, excludedAttributes } = selectionIn(request);
      projection(groupKind, { attributes, excludedAttributes });
      await changeDirectoryGroup(directoryRequest(request), request.params.id as string, (kept) =>
        applyPatch(groupKind, kept, request.payload),
      );
      // The whole of it may be ten thousand people.
      if (!attributes.length && !excludedAttributes.length) return h.response().code(204);
      return resourceAnswer(request, h, groupKind, await shownGroup(request));
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: scimRules,
    options: {
      id: 'scim.remove-group',
      description: 'Remove a group; its people lose the roles that came of it',
      ext: scimDoor,
      validate: { params: one.params },
    },
    handler: async (request, h) => {
      await removeDirectoryGroup(directoryRequest(request), request.params.id as string);
      return h.response().code(204);
    },
  }),
];
