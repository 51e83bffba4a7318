// The groups of a workspace as pages, a list and one for each: every member reads them, owners get forms that work
// without scripts.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { groupPage, groupsPage, requestedGroup } from '../groups/group-pages.ts';
import {
  addAllToGroup,
  changeGroup,
  createGroup,
  dropFromGroup,
  groupFields,
  MEMBERS_AT_ONCE,
  removeGroup,
} from '../groups/groups.ts';
import { groupPolicies } from '../policies.ts';

const PATH = '/workspaces/{ws_id}/groups';
const path = params({ ws_id: id() });
const query = Joi.object({ done: Joi.string().max(20) });
const workspaceId = (request: Request): number => Number(request.params.ws_id);
const listAddress = (request: Request): string => `/workspaces/${workspaceId(request)}/groups`;
const groupAddress = (request: Request, groupId: number): string => `${listAddress(request)}/${groupId}`;

interface Values {
  group_id: number;
  user_id: number;
  user_ids: number[];
  name: string;
  description: string;
}

interface Act {
  name: string;
  body: Record<string, Joi.Schema>;
  /** answers where to go on, with the word that says what happened */
  run(request: Request, values: Values): Promise<string>;
}

const group = { group_id: id().required() };
const fields = { name: groupFields.name.required(), description: groupFields.description };
/** One of a form without scripts, several of one with them. */
const people = () => Joi.array().items(id()).single().unique().max(MEMBERS_AT_ONCE);

const acts: Act[] = [
  {
    name: 'create',
    body: { ...fields, user_ids: people().default([]) },
    run: async (request, { name, description, user_ids }) => {
      const made = await createGroup(request.ctx, workspaceId(request), { name, description }, user_ids);
      return `${groupAddress(request, made.id)}?done=created`;
    },
  },
  {
    name: 'change',
    body: { ...group, ...fields },
    run: async (request, { group_id, name, description }) => {
      await changeGroup(request.ctx, await requestedGroup(request, group_id), { name, description });
      return `${groupAddress(request, group_id)}?done=renamed`;
    },
  },
  {
    name: 'delete',
    body: group,
    run: async (request, { group_id }) => {
      await removeGroup(request.ctx, await requestedGroup(request, group_id));
      return `${listAddress(request)}?done=deleted`;
    },
  },
  {
    name: 'add',
    body: { ...group, user_ids: people().min(1).required() },
    run: async (request, { group_id, user_ids }) => {
      await addAllToGroup(request.ctx, await requestedGroup(request, group_id), user_ids);
      return `${groupAddress(request, group_id)}?done=added`;
    },
  },
  {
    name: 'drop',
    body: { ...group, user_id: id().required() },
    run: async (request, { group_id, user_id }) => {
      await dropFromGroup(request.ctx, await requestedGroup(request, group_id), user_id);
      return `${groupAddress(request, group_id)}?done=dropped`;
    },
  },
];

/** A refused form comes back on the page that it stands on. */
async function again(request: Request, h: ResponseToolkit, refusal: Refusal): Promise<ResponseObject> {
  const named = Number((request.payload as Partial<Values> | null)?.group_id);
  if (!named) return groupsPage(request, h, refusal);
  return groupPage(request, h, await requestedGroup(request, named), refusal);
}

export const groupRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(groupPolicies.listInWorkspace, 'ws_id'), html: true },
    options: { id: 'groups-pages.all', validate: { params: path, query } },
    handler: (request, h) => groupsPage(request, h),
  }),
  route({
    method: 'GET',
    path: `${PATH}/{group_id}`,
    // The group counts within the workspace, whose role decides.
    rules: { access: can(groupPolicies.listInWorkspace, 'ws_id', { opaque: ['group_id'] }), html: true },
    options: { id: 'groups-pages.one', validate: { params: params({ ws_id: id(), group_id: id() }), query } },
    handler: async (request, h) =>
      groupPage(request, h, await requestedGroup(request, Number(request.params.group_id))),
  }),
  ...acts.map(({ name, body, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      // Groups and people count within the workspace, whose role decides.
      rules: {
        access: can(groupPolicies.manageInWorkspace, 'ws_id', { opaque: ['group_id', 'user_id', 'user_ids'] }),
        form: true,
        html: true,
        refused: again,
      },
      options: {
        id: `groups-pages.${name}`,
        payload: { allow: ['application/x-www-form-urlencoded'] },
        validate: { params: path, payload: Joi.object({ csrf, ...body }).required() },
      },
      handler: async (request, h) => h.redirect(await run(request, request.payload as Values)).code(303),
    }),
  ),
];
