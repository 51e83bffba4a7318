// The groups of a workspace as a page: every member reads it, owners get forms that work without scripts.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { accounts } from '../../auth/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type GroupRow, groupStore } from '../groups/group-store.ts';
import {
  addToGroup,
  changeGroup,
  createGroup,
  dropFromGroup,
  groupFields,
  listGroups,
  removeGroup,
} from '../groups/groups.ts';
import { groupPolicies } from '../policies.ts';

const PATH = '/workspaces/{ws_id}/groups';
const path = params({ ws_id: id() });
const workspaceId = (request: Request): number => Number(request.params.ws_id);

/** What was done, as the address says it after a form went well. */
const DONE = ['created', 'renamed', 'deleted', 'added', 'dropped'];

async function groupsPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const ws = workspaceId(request);
  const isOwner = atLeast(await roleHere(request, 'ws_id'), 'owner');
  const [rows, people] = await Promise.all([listGroups(ctx, ws), ctx.use(workspaces).members(ctx, ws)]);
  const groups = await Promise.all(
    rows.map(async (row) => {
      const members = await groupStore.members(ctx, row.id);
      const inside = new Set(members.map(({ user_id }) => user_id));
      return { ...row, members, others: people.filter(({ user_id }) => !inside.has(user_id)) };
    }),
  );
  const grouped = groups.flatMap(({ members }) => members.map(({ user_id }) => user_id));
  const known = await ctx.use(accounts).byIds(ctx, [...new Set(grouped)]);
  const t = ctx.app.messages.in(ctx.locale);
  const what = String(request.query.done ?? '');
  const { name } = loaded<{ name: string }>(request, 'ws_id');
  return h.view('permissions/groups', {
    title: t('permissions.groups.title', { workspace: name }),
    breadcrumb: [{ title: t('workspaces.title'), href: '/workspaces' }, { title: name }],
    workspace: { id: ws, name },
    isOwner,
    groups,
    faces: Object.fromEntries(known.map((one) => [one.id, one.avatar_url])),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && DONE.includes(what) ? t(`permissions.groups.done.${what}`) : '',
  });
}

/** Of the workspace whose role was checked. @throws Problem not_found */
async function groupOf(request: Request, groupId: number): Promise<GroupRow> {
  const group = await groupStore.byId(request.ctx, groupId);
  if (group?.workspace_id !== workspaceId(request)) throw notFound();
  return group;
}

interface Values {
  group_id: number;
  user_id: number;
  name: string;
  description: string;
}

interface Act {
  name: string;
  body: Record<string, Joi.Schema>;
  /** answers the word that says what happened */
  run(request: Request, values: Values): Promise<string>;
}

const group = { group_id: id().required() };
const fields = { name: groupFields.name.required(), description: groupFields.description };

const acts: Act[] = [
  {
    name: 'create',
    body: fields,
    run: async (request, { name, description }) => {
      await createGroup(request.ctx, workspaceId(request), { name, description });
      return 'created';
    },
  },
  {
    name: 'change',
    body: { ...group, ...fields },
    run: async (request, { group_id, name, description }) => {
      await changeGroup(request.ctx, await groupOf(request, group_id), { name, description });
      return 'renamed';
    },
  },
  {
    name: 'delete',
    body: group,
    run: async (request, { group_id }) => {
      await removeGroup(request.ctx, await groupOf(request, group_id));
      return 'deleted';
    },
  },
  {
    name: 'add',
    body: { ...group, user_id: id().required() },
    run: async (request, { group_id, user_id }) => {
      await addToGroup(request.ctx, await groupOf(request, group_id), user_id);
      return 'added';
    },
  },
  {
    name: 'drop',
    body: { ...group, user_id: id().required() },
    run: async (request, { group_id, user_id }) => {
      await dropFromGroup(request.ctx, await groupOf(request, group_id), user_id);
      return 'dropped';
    },
  },
];

export const groupRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(groupPolicies.listInWorkspace, 'ws_id'), html: true },
    options: {
      id: 'groups-pages.all',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => groupsPage(request, h),
  }),
  ...acts.map(({ name, body, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      // Groups and people count within the workspace, whose role decides.
      rules: {
        access: can(groupPolicies.manageInWorkspace, 'ws_id', { opaque: ['group_id', 'user_id'] }),
        form: true,
        html: true,
        refused: groupsPage,
      },
      options: {
        id: `groups-pages.${name}`,
        payload: { allow: ['application/x-www-form-urlencoded'] },
        validate: { params: path, payload: Joi.object({ csrf, ...body }).required() },
      },
      handler: async (request, h) => {
        const what = await run(request, request.payload as Values);
        return h.redirect(`/workspaces/${workspaceId(request)}/groups?done=${what}`).code(303);
      },
    }),
  ),
];
