// The settings of a workspace as forms that work without scripts: name, archive, deletion and the way back.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, name, params } from '../../../core/http/schema-fields.ts';
import { workspacePolicies } from '../policies.ts';
import { changeWorkspace, deleteWorkspace, restoreWorkspace } from '../service.ts';
import type { WorkspaceRow } from '../store.ts';

const PATH = '/workspaces/{ws_id}/settings';
const path = params({ ws_id: id() });
const csrf = Joi.string().allow('');
const workspaceId = (request: Request): number => Number(request.params.ws_id);
const toSettings = (request: Request, h: ResponseToolkit) =>
  h.redirect(`/workspaces/${workspaceId(request)}/settings/general?done=1`).code(303);

async function page(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const { id: own, name: title, icon, archived_at } = loaded<WorkspaceRow>(request, 'ws_id');
  const t = ctx.app.messages.in(ctx.locale);
  // The list that leads to all settings stands alone on a phone; a form that comes back does not hide behind it.
  const index = `/workspaces/${own}/settings`;
  const isIndex = request.method === 'get' && request.path === index;
  return h.view('workspaces/settings', {
    title: isIndex ? t('workspaces.settings.title', { name: title }) : t('workspaces.nav.general'),
    breadcrumb: [
      { title: t('workspaces.title'), href: '/workspaces' },
      { title },
      { title: t('workspaces.nav.general') },
    ],
    settingsAt: isIndex ? index : `${index}/general`,
    workspace: { id: own, name: title, archived: archived_at !== null },
    values: { name: title, icon, ...refusal?.typed },
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && request.query.done === '1',
  });
}

const again: ShowAgain = page;

/** The same twice: on a phone the first is the list of all settings, and the second what stands below its first entry. */
const pageRoutes = [
  { id: 'workspaces.settings', at: PATH },
  { id: 'workspaces.general-settings', at: `${PATH}/general` },
].map(({ id: called, at }) =>
  route({
    method: 'GET',
    path: at,
    rules: { access: can(workspacePolicies.update, 'ws_id'), html: true },
    options: { id: called, validate: { params: path, query: Joi.object({ done: Joi.string().max(10) }) } },
    handler: (request, h) => page(request, h),
  }),
);

export const workspaceSettingsRoutes: Route[] = [
  ...pageRoutes,
  route({
    method: 'POST',
    path: PATH,
    rules: { access: can(workspacePolicies.update, 'ws_id'), html: true, form: true, refused: again },
    options: {
      id: 'workspaces.change-by-form',
      validate: {
        params: path,
        payload: Joi.object({ name: name().trim().required(), icon: Joi.string().allow('').max(100), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { name: title, icon } = request.payload as { name: string; icon?: string };
      await changeWorkspace(request.ctx, workspaceId(request), { name: title, icon });
      return toSettings(request, h);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/archive`,
    rules: { access: can(workspacePolicies.archive, 'ws_id'), html: true, form: true, refused: again },
    options: {
      id: 'workspaces.archive-by-form',
      validate: { params: path, payload: Joi.object({ archived: Joi.valid('yes', 'no').required(), csrf }).required() },
    },
    handler: async (request, h) => {
      const { archived } = request.payload as { archived: 'yes' | 'no' };
      await changeWorkspace(request.ctx, workspaceId(request), { archived: archived === 'yes' });
      return toSettings(request, h);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/guests`,
    rules: { access: can(workspacePolicies.update, 'ws_id'), html: true, form: true, refused: again },
    options: {
      id: 'workspaces.guests-by-form',
      validate: { params: path, payload: Joi.object({ guests_invite: Joi.valid('yes'), csrf }).required() },
    },
    handler: async (request, h) => {
      const { guests_invite } = request.payload as { guests_invite?: 'yes' };
      await changeWorkspace(request.ctx, workspaceId(request), { guests_invite: guests_invite === 'yes' });
      return h.redirect(`/workspaces/${workspaceId(request)}/guests?done=saved`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/delete`,
    rules: { access: can(workspacePolicies.delete, 'ws_id'), html: true, form: true, refused: again },
    options: {
      id: 'workspaces.delete-by-form',
      validate: {
        params: path,
        payload: Joi.object({ confirm: Joi.string().max(200).required(), csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { confirm } = request.payload as { confirm: string };
      const { name: title } = loaded<WorkspaceRow>(request, 'ws_id');
      if (confirm.trim() !== title.trim()) throw invalid(['body', 'confirm'], 'is not the name of this workspace');
      await deleteWorkspace(request.ctx, workspaceId(request));
      return h.redirect('/workspaces').code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/restore`,
    rules: { access: can(workspacePolicies.restore, 'ws_id'), html: true, form: true },
    options: { id: 'workspaces.restore-by-form', validate: { params: path } },
    handler: async (request, h) => {
      await restoreWorkspace(request.ctx, workspaceId(request));
      return h.redirect('/workspaces').code(303);
    },
  }),
];
