// The workspace routes of the browser: list, create, rename, delete, bring back, select.

import Joi from 'joi';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { flag, id, name, params } from '../../../core/http/schema-fields.ts';
import { workspacePolicies } from '../policies.ts';
import {
  changeWorkspace,
  deleteWorkspace,
  restoreWorkspace,
  WORKSPACE_COOKIE,
  type WorkspaceChange,
  workspaceService,
} from '../service.ts';

const path = params({ ws_id: id() });
const icon = () => Joi.string().allow('').max(100);
const YEAR = 31_536_000;

export const workspaceBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/workspaces',
    rules: { access: { member: true } },
    options: { id: 'workspaces.mine', description: 'Workspaces of the caller' },
    handler: async (request) => {
      const [list, active] = await Promise.all([
        workspaceService.mine(request.ctx),
        workspaceService.active(request.ctx, request),
      ]);
      return { workspaces: list, active_id: active?.id ?? null };
    },
  }),
  route({
    method: 'POST',
    path: '/api/workspaces',
    rules: { access: { member: true } },
    options: {
      id: 'workspaces.add',
      description: 'Create a workspace',
      validate: { payload: Joi.object({ name: name().required(), icon: icon() }).required() },
    },
    handler: async (request) => ({
      ok: true,
      ...(await workspaceService.create(request.ctx, request.payload as { name: string })),
    }),
  }),
  route({
    method: 'POST',
    path: '/workspace',
    rules: { access: { member: true }, form: true },
    options: {
      id: 'workspaces.add-form',
      description: 'Create a workspace from a form',
      validate: {
        payload: Joi.object({ name: name().required(), icon: icon(), csrf: Joi.string().allow('') }).required(),
      },
    },
    handler: async (request, h) => {
      const { name: title, icon: sign } = request.payload as { name: string; icon?: string };
      const made = await workspaceService.create(request.ctx, { name: title, icon: sign });
      const isForm = String(request.mime ?? '').includes('urlencoded');
      const answer = isForm ? h.redirect('/local-workspace').code(303) : h.response({ ok: true, ...made });
      return answer.header('set-cookie', selection(made.id), { append: true });
    },
  }),
  route({
    method: 'PUT',
    path: '/api/workspaces/{ws_id}',
    rules: { access: can(workspacePolicies.update, 'ws_id') },
    options: {
      id: 'workspaces.rename',
      description: 'Rename or archive a workspace',
      validate: { params: path, payload: Joi.object({ name: name(), icon: icon(), archived: flag() }).required() },
    },
    handler: async (request) => {
      const { archived, ...rest } = request.payload as WorkspaceChange;
      const change = archived === undefined ? rest : { ...rest, archived: Boolean(archived) };
      return { ok: true, ...(await changeWorkspace(request.ctx, Number(request.params.ws_id), change)) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/workspaces/{ws_id}',
    rules: { access: can(workspacePolicies.delete, 'ws_id') },
    options: {
      id: 'workspaces.delete',
      description: 'Delete a workspace with all its pages; it can be brought back for 30 days',
      validate: { params: path },
    },
    handler: async (request) => {
      await deleteWorkspace(request.ctx, Number(request.params.ws_id));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/workspaces/{ws_id}/restore',
    rules: { access: can(workspacePolicies.restore, 'ws_id') },
    options: { id: 'workspaces.restore', description: 'Restore a deleted workspace', validate: { params: path } },
    handler: async (request) => ({ ok: true, ...(await restoreWorkspace(request.ctx, Number(request.params.ws_id))) }),
  }),
  route({
    method: 'POST',
    path: '/api/workspaces/{ws_id}/select',
    rules: { access: can(workspacePolicies.view, 'ws_id'), form: true, whileReadOnly: true },
    options: { id: 'workspaces.select', description: 'Make a workspace the active one', validate: { params: path } },
    handler: (request, h) => {
      const isForm = String(request.mime ?? '').includes('urlencoded');
      const answer = isForm
        ? h.redirect('/local-workspace').code(303)
        : h.response({ ok: true, active_id: Number(request.params.ws_id) });
      return answer.header('set-cookie', selection(Number(request.params.ws_id)), { append: true });
    },
  }),
];

/** Not a secret and checked at each use, so it needs no signature. */
const selection = (workspaceId: number): string =>
  `${WORKSPACE_COOKIE}=${workspaceId}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${YEAR}`;
