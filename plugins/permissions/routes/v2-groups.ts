// Groups and their members in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type GroupRow, groupStore } from '../groups/group-store.ts';
import {
  addToGroup,
  changeGroup,
  createGroup,
  cut,
  dropFromGroup,
  type GroupInput,
  groupBody,
  groupFields,
  listGroups,
  removeGroup,
} from '../groups/groups.ts';
import { groupPolicies } from '../policies.ts';
import { groupMemberSchema, groupSchema, okSchema, presentGroup, presentMember } from '../present.ts';

const one = { params: params({ id: id() }) };
const api = { api: { statuses: [409] } };
const groupOf = (request: Request): GroupRow => loaded<GroupRow>(request, 'id');

async function counted(ctx: Ctx, rows: GroupRow[]) {
  const sizes = await groupStore.sizes(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentGroup(row, sizes.get(row.id) ?? 0));
}

const answer = async (ctx: Ctx, row: GroupRow) => (await counted(ctx, [row]))[0] as never;

const memberRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/groups/{id}/members',
    rules: { access: can(groupPolicies.view, 'id') },
    options: {
      id: 'groups.members',
      description: 'Members of a group',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(groupMemberSchema) },
    },
    handler: async (request, h) => {
      const rows = await groupStore.members(request.ctx, groupOf(request).id);
      return pagedAnswer(request, h, cut(rows.map(presentMember), ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/groups/{id}/members',
    rules: {
      access: can(groupPolicies.addMember, 'id'),
    },
    options: {
      id: 'groups.add-member',
      description: 'Add a member of the workspace to a group',
      plugins: api,
      validate: { ...one, payload: Joi.object({ user_id: id().required() }).required() },
      response: { schema: groupMemberSchema },
    },
    handler: async (request) => {
      const { user_id } = request.payload as { user_id: number };
      return presentMember(await addToGroup(request.ctx, groupOf(request), user_id)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/groups/{id}/members/{user_id}',
    rules: { access: can(groupPolicies.removeMember, 'id', { opaque: ['user_id'] }) },
    options: {
      id: 'groups.remove-member',
      description: 'Take somebody out of a group',
      validate: { params: params({ id: id(), user_id: id() }) },
      response: { schema: okSchema },
    },
    handler: async (request) => {
      await dropFromGroup(request.ctx, groupOf(request), Number(request.params.user_id));
      return { ok: true } as never;
    },
  }),
];

export const groupV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/groups',
    rules: {
      access: { list: true, resource: 'group', refs: [inQuery('workspace_id', groupPolicies.listInWorkspace)] },
    },
    options: {
      id: 'groups.list',
      description: "Groups of the caller's workspaces, or of one",
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(groupSchema) },
    },
    handler: async (request, h) => {
      const { workspace_id } = request.query as { workspace_id?: number };
      const { items, total } = cut(await listGroups(request.ctx, workspace_id), ...windowOf(request));
      return pagedAnswer(request, h, { items: await counted(request.ctx, items), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/groups',
    rules: {
      access: { member: true, refs: [inBody('workspace_id', groupPolicies.create)] },
    },
    options: {
      id: 'groups.create',
      description: 'Make a group in a workspace',
      plugins: api,
      validate: {
        payload: groupBody.keys({ workspace_id: id().required() }).required(),
      },
      response: { schema: groupSchema },
    },
    handler: async (request) => {
      const { workspace_id, ...input } = request.payload as GroupInput & { workspace_id: number; name: string };
      return answer(request.ctx, await createGroup(request.ctx, workspace_id, input));
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/{id}',
    rules: { access: can(groupPolicies.view, 'id') },
    options: { id: 'groups.get', description: 'One group', validate: one, response: { schema: groupSchema } },
    handler: (request) => answer(request.ctx, groupOf(request)),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/groups/{id}',
    rules: { access: can(groupPolicies.update, 'id') },
    options: {
      id: 'groups.update',
      description: 'Rename or describe a group',
      plugins: api,
      validate: { ...one, payload: Joi.object(groupFields).required() },
      response: { schema: groupSchema },
    },
    handler: async (request) =>
      answer(request.ctx, await changeGroup(request.ctx, groupOf(request), request.payload as GroupInput)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/groups/{id}',
    rules: { access: can(groupPolicies.delete, 'id') },
    options: {
      id: 'groups.remove',
      description: 'Delete a group and all that was opened to it',
      validate: one,
      response: { schema: okSchema },
    },
    handler: async (request) => {
      await removeGroup(request.ctx, groupOf(request));
      return { ok: true } as never;
    },
  }),
  ...memberRoutes,
];
