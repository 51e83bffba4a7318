// Members and invitations in the browser, and the page behind an invitation link.

import Joi from 'joi';
import { can } from '../../../core/http/policy.ts';
import { type Role, type Route, roles, route } from '../../../core/http/route.ts';
import { email, id, params } from '../../../core/http/schema-fields.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { Member } from '../contract.ts';
import { acceptInvitation, changeRole, findInvitation, invite, listInvitations, removeMember } from '../members.ts';
import { workspacePolicies } from '../policies.ts';
import { memberStore } from '../store.ts';

export const memberRoleSchema = () => Joi.valid(...roles);
/** the person is named within the workspace, whose role decides */
const person = { opaque: ['user_id'] };

async function withFaces(ctx: Ctx, members: Member[]) {
  const known = await ctx.use(accounts).byIds(
    ctx,
    members.map(({ user_id }) => user_id),
  );
  const faces = new Map(known.map((one) => [one.id, one.avatar_url]));
  return members.map((one) => ({ ...one, avatar_url: faces.get(one.user_id) ?? '' }));
}

export const memberRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/workspace/{ws_id}/members',
    rules: { access: can(workspacePolicies.listMembers, 'ws_id') },
    options: {
      id: 'members.all',
      description: 'Members and open invitations',
      validate: { params: params({ ws_id: id() }) },
    },
    handler: async (request) => {
      const ws = Number(request.params.ws_id);
      const [members, invitations] = await Promise.all([
        memberStore.list(request.ctx, ws),
        listInvitations(request.ctx, ws),
      ]);
      return { members: await withFaces(request.ctx, members), invitations };
    },
  }),
  route({
    method: 'POST',
    path: '/api/workspace/{ws_id}/members',
    rules: { access: can(workspacePolicies.invite, 'ws_id') },
    options: {
      id: 'members.invite',
      description: 'Invite by email; accounts that have confirmed the address join at once',
      validate: {
        params: params({ ws_id: id() }),
        payload: Joi.object({ email: email().required(), role: memberRoleSchema().default('editor') }).required(),
      },
    },
    handler: async (request) => {
      const { email: address, role: wanted } = request.payload as { email: string; role: Role };
      return { ok: true, ...(await invite(request.ctx, Number(request.params.ws_id), address, wanted)) };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/workspace/{ws_id}/members/{user_id}',
    rules: { access: can(workspacePolicies.changeMember, 'ws_id', person) },
    options: {
      id: 'members.change',
      description: 'Change the role of a member',
      validate: {
        params: params({ ws_id: id(), user_id: id() }),
        payload: Joi.object({ role: memberRoleSchema().required() }).required(),
      },
    },
    handler: async (request) => {
      const { role: wanted } = request.payload as { role: Role };
      return {
        ok: true,
        ...(await changeRole(request.ctx, Number(request.params.ws_id), Number(request.params.user_id), wanted)),
      };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/workspace/{ws_id}/members/{user_id}',
    rules: { access: can(workspacePolicies.removeMember, 'ws_id', person) },
    options: {
      id: 'members.leave',
      description: 'Remove a member, or leave',
      validate: { params: params({ ws_id: id(), user_id: id() }) },
    },
    handler: async (request) => {
      await removeMember(request.ctx, Number(request.params.ws_id), Number(request.params.user_id));
      return { ok: true };
    },
  }),
  route({
    method: 'GET',
    path: '/invite/{token}',
    rules: { access: { public: true, because: 'the link of the mail is the proof' }, html: true },
    options: { id: 'invitations.page', validate: { params: params({ token: Joi.string().max(200) }) } },
    handler: async (request, h) => {
      const { token } = request.params as { token: string };
      const found = await findInvitation(request.ctx, token);
      const { app, actor, locale } = request.ctx;
      const mine = actor.type === 'user' && found && uniqueKey(actor.email) === found.email_key;
      const invitation = found && { workspace: found.workspace_name, email: found.email, role: found.role };
      return h
        .view('workspaces/invite', {
          title: app.messages.text(locale, 'workspaces.invitation.title'),
          token,
          mine: Boolean(mine),
          invitation: invitation ?? null,
        })
        .code(found ? 200 : 404)
        .header('cache-control', 'no-store');
    },
  }),
  route({
    method: 'POST',
    path: '/invite/{token}',
    rules: { access: { member: true }, form: true },
    options: {
      id: 'invitations.accept',
      description: 'Accept an invitation',
      validate: { params: params({ token: Joi.string().max(200) }) },
    },
    handler: async (request, h) => {
      const workspaceId = await acceptInvitation(request.ctx, (request.params as { token: string }).token);
      const isForm = String(request.mime ?? '').includes('urlencoded');
      const answer = isForm
        ? h.redirect('/local-workspace').code(303)
        : h.response({ ok: true, workspace_id: workspaceId });
      return answer.header('set-cookie', `workspace=${workspaceId}; Path=/; SameSite=Lax; HttpOnly; Max-Age=31536000`, {
        append: true,
      });
    },
  }),
];
