// Members and invitations in forms that work without scripts; the same use cases as the JSON routes.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { can, type Policy } from '../../../core/http/policy.ts';
import { type Role, type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { actorId } from '../../../core/kernel/context.ts';
import { changeRole, handOver, inviteAll, removeMember, resendInvitation, withdrawInvitation } from '../members.ts';
import { membersPage } from '../members-page.ts';
import { workspacePolicies } from '../policies.ts';
import { memberRoleSchema } from './browser-members.ts';

const PATH = '/workspaces/{ws_id}/members';
const csrf = Joi.string().allow('');

const workspaceOf = (request: Request): number => Number(request.params.ws_id);
const back = (request: Request, h: ResponseToolkit, what: string) =>
  h.redirect(`/workspaces/${workspaceOf(request)}/members?done=${what}`).code(303);

interface Values {
  user_id: number;
  invitation_id: number;
  role: Role;
}

interface Act {
  name: string;
  path: string;
  policy: Policy;
  /** ids of the body that count within the workspace, whose role decides */
  opaque: string[];
  body: Record<string, Joi.Schema>;
  /** answers the address to go to, or the word that says what happened */
  run(request: Request, values: Values): Promise<string>;
}

const acts: Act[] = [
  {
    name: 'change',
    path: `${PATH}/change`,
    policy: workspacePolicies.changeMember,
    opaque: ['user_id'],
    body: { user_id: id().required(), role: memberRoleSchema().required() },
    run: async (request, { user_id, role: wanted }) => {
      await changeRole(request.ctx, workspaceOf(request), user_id, wanted);
      return 'changed';
    },
  },
  {
    name: 'remove',
    path: `${PATH}/remove`,
    policy: workspacePolicies.removeMember,
    opaque: ['user_id'],
    body: { user_id: id().required() },
    run: async (request, { user_id }) => {
      await removeMember(request.ctx, workspaceOf(request), user_id);
      return user_id === actorId(request.ctx) ? '/workspaces' : 'removed';
    },
  },
  {
    name: 'withdraw',
    path: `${PATH}/withdraw`,
    policy: workspacePolicies.withdrawInvitation,
    opaque: ['invitation_id'],
    body: { invitation_id: id().required() },
    run: async (request, { invitation_id }) => {
      await withdrawInvitation(request.ctx, workspaceOf(request), invitation_id);
      return 'withdrawn';
    },
  },
  {
    name: 'resend',
    path: `${PATH}/resend`,
    policy: workspacePolicies.invite,
    opaque: ['invitation_id'],
    body: { invitation_id: id().required() },
    run: async (request, { invitation_id }) => {
      const made = await resendInvitation(request.ctx, workspaceOf(request), invitation_id);
      return 'member' in made ? 'joined' : 'invited';
    },
  },
  {
    name: 'transfer',
    path: `${PATH}/transfer`,
    policy: workspacePolicies.transfer,
    opaque: ['user_id'],
    body: { user_id: id().required() },
    run: async (request, { user_id }) => {
      await handOver(request.ctx, workspaceOf(request), user_id);
      return 'transferred';
    },
  },
];

const actRoutes = acts.map(({ name, path, policy, opaque, body, run }) =>
  route({
    method: 'POST',
    path,
    rules: { access: can(policy, 'ws_id', { opaque }), form: true, html: true, refused: membersPage },
    options: {
      id: `members-pages.${name}`,
      validate: { params: params({ ws_id: id() }), payload: Joi.object({ csrf, ...body }) },
    },
    handler: async (request, h) => {
      const next = await run(request, request.payload as Values);
      return next.startsWith('/') ? h.redirect(next).code(303) : back(request, h, next);
    },
  }),
);

export const memberPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(workspacePolicies.listMembers, 'ws_id'), html: true },
    options: {
      id: 'members-pages.all',
      validate: { params: params({ ws_id: id() }), query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => membersPage(request, h),
  }),
  route({
    method: 'POST',
    path: `${PATH}/invite`,
    rules: { access: can(workspacePolicies.invite, 'ws_id'), form: true, html: true, refused: membersPage },
    options: {
      id: 'members-pages.invite',
      validate: {
        params: params({ ws_id: id() }),
        payload: Joi.object({ csrf, emails: Joi.string().max(10_000).required(), role: memberRoleSchema().required() }),
      },
    },
    handler: async (request, h) => {
      const { emails, role: wanted } = request.payload as { emails: string; role: Role };
      const [first, ...others] = await inviteAll(request.ctx, workspaceOf(request), emails, wanted);
      return back(request, h, others.length || !first ? 'several' : 'member' in first ? 'joined' : 'invited');
    },
  }),
  ...actRoutes,
];
