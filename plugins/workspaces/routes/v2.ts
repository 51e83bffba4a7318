// Workspaces, members and invitations in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Role, type Route, roles, route } from '../../../core/http/route.ts';
import { email, flag, id, name, paging, params } from '../../../core/http/schema-fields.ts';
import { changeRole, invite, listInvitations, removeMember, withdrawInvitation } from '../members.ts';
import { workspacePolicies } from '../policies.ts';
import {
  changeWorkspace,
  deleteWorkspace,
  presentWorkspace,
  type WorkspaceChange,
  workspaceService,
} from '../service.ts';
import { memberStore, type WorkspaceRow } from '../store.ts';
import { memberRoleSchema } from './browser-members.ts';

const workspaceSchema = Joi.object({
  id: Joi.number().integer().required().example(1),
  name: Joi.string().required().example("Ann's workspace"),
  slug: Joi.string().required().example('ann-s-workspace'),
  icon: Joi.string().required().allow(''),
  owner_id: Joi.number().integer().required().allow(null),
  role: Joi.valid(...roles).required(),
  created_at: Joi.string().required(),
  archived_at: Joi.string().required().allow(null),
  guests_invite: Joi.boolean().required().description('whether guests may share with people who are new here'),
}).meta({ title: 'Workspace' });

const memberSchema = Joi.object({
  user_id: Joi.number().integer().required(),
  full_name: Joi.string().required().allow(''),
  email: Joi.string().required(),
  role: Joi.valid(...roles).required(),
  joined_at: Joi.string().required(),
}).meta({ title: 'Member' });

const invitationSchema = Joi.object({
  id: Joi.number().integer().required(),
  email: Joi.string().required(),
  role: Joi.valid(...roles).required(),
  created_at: Joi.string().required(),
}).meta({ title: 'Invitation' });

const ok = Joi.object({ ok: Joi.valid(true).required() });
const person = { opaque: ['user_id'] };
const one = { params: params({ id: id() }) };
const member = { params: params({ id: id(), user_id: id() }) };
const wsId = (request: Request): number => Number(request.params.id);

/** Short lists that are read whole anyway are cut into pages here. */
function slice<T>(request: Request, items: T[]) {
  const { page, limit } = request.query as { page: number; limit: number };
  return { items: items.slice((page - 1) * limit, page * limit), total: items.length };
}

export const workspaceV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/workspaces',
    rules: { access: { list: true, resource: 'workspace' } },
    options: {
      id: 'workspaces.list',
      description: 'Workspaces of the caller',
      validate: { query: paging() },
      response: { schema: Joi.array().items(workspaceSchema) },
    },
    handler: async (request, h) => pagedAnswer(request, h, slice(request, await workspaceService.mine(request.ctx))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/workspaces',
    rules: { access: { member: true } },
    options: {
      id: 'workspaces.create',
      description: 'Create a workspace owned by the caller',
      validate: { payload: Joi.object({ name: name().required(), icon: Joi.string().allow('').max(100) }).required() },
      response: { schema: workspaceSchema },
    },
    handler: (request) => workspaceService.create(request.ctx, request.payload as { name: string }) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/workspaces/{id}',
    rules: { access: can(workspacePolicies.view, 'id') },
    options: {
      id: 'workspaces.get',
      description: 'One workspace',
      validate: one,
      response: { schema: workspaceSchema },
    },
    handler: async (request) => {
      const row = loaded<WorkspaceRow>(request, 'id');
      const { actor } = request.ctx;
      const mine = actor.type === 'user' ? await memberStore.role(request.ctx, actor.id, row.id) : null;
      return presentWorkspace({ ...row, role: mine ?? 'owner' }) as never;
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/workspaces/{id}',
    rules: { access: can(workspacePolicies.update, 'id') },
    options: {
      id: 'workspaces.update',
      description: 'Rename or archive a workspace, or let its guests share onward',
      validate: {
        ...one,
        payload: Joi.object({
          name: name(),
          icon: Joi.string().allow('').max(100),
          archived: flag(),
          guests_invite: Joi.boolean(),
        }).required(),
      },
      response: { schema: workspaceSchema },
    },
    handler: (request) => {
      const { archived, ...rest } = request.payload as WorkspaceChange;
      return changeWorkspace(
        request.ctx,
        wsId(request),
        archived === undefined ? rest : { ...rest, archived: Boolean(archived) },
      ) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/workspaces/{id}',
    rules: { access: can(workspacePolicies.delete, 'id') },
    options: {
      id: 'workspaces.remove',
      description: 'Delete a workspace with all its pages',
      validate: one,
      response: { schema: ok },
    },
    handler: async (request) => {
      await deleteWorkspace(request.ctx, wsId(request));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/workspaces/{id}/members',
    rules: { access: can(workspacePolicies.listMembers, 'id') },
    options: {
      id: 'members.list',
      description: 'Members of a workspace',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(memberSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, slice(request, await memberStore.list(request.ctx, wsId(request)))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/workspaces/{id}/members',
    rules: { access: can(workspacePolicies.invite, 'id') },
    options: {
      id: 'members.add',
      description: 'Invite by email; accounts that have confirmed the address join at once',
      validate: {
        ...one,
        payload: Joi.object({ email: email().required(), role: memberRoleSchema().default('editor') }).required(),
      },
      response: {
        schema: Joi.object({
          member: Joi.object({ user_id: Joi.number().integer(), role: Joi.string() }),
          invitation: invitationSchema,
        }),
      },
    },
    handler: (request) => {
      const { email: address, role: wanted } = request.payload as { email: string; role: Role };
      return invite(request.ctx, wsId(request), address, wanted) as never;
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/workspaces/{id}/members/{user_id}',
    rules: { access: can(workspacePolicies.changeMember, 'id', person) },
    options: {
      id: 'members.update',
      description: 'Change the role of a member',
      validate: { ...member, payload: Joi.object({ role: memberRoleSchema().required() }).required() },
      response: {
        schema: Joi.object({ user_id: Joi.number().integer().required(), role: Joi.valid(...roles).required() }),
      },
    },
    handler: (request) =>
      changeRole(
        request.ctx,
        wsId(request),
        Number(request.params.user_id),
        (request.payload as { role: Role }).role,
      ) as never,
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/workspaces/{id}/members/{user_id}',
    rules: { access: can(workspacePolicies.removeMember, 'id', person) },
    options: {
      id: 'members.remove',
      description: 'Remove a member, or leave',
      validate: member,
      response: { schema: ok },
    },
    handler: async (request) => {
      await removeMember(request.ctx, wsId(request), Number(request.params.user_id));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/workspaces/{id}/invitations',
    rules: { access: can(workspacePolicies.listInvitations, 'id') },
    options: {
      id: 'invitations.list',
      description: 'Open invitations',
      validate: { ...one, query: paging() },
      response: { schema: Joi.array().items(invitationSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, slice(request, await listInvitations(request.ctx, wsId(request)))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/workspaces/{id}/invitations/{invitation_id}',
    rules: { access: can(workspacePolicies.withdrawInvitation, 'id', { opaque: ['invitation_id'] }) },
    options: {
      id: 'invitations.withdraw',
      description: 'Withdraw an invitation',
      validate: { params: params({ id: id(), invitation_id: id() }) },
      response: { schema: ok },
    },
    handler: async (request) => {
      await withdrawInvitation(request.ctx, wsId(request), Number(request.params.invitation_id));
      return { ok: true } as never;
    },
  }),
];
