// Two-factor of a workspace as a page for its owners: who has it, and whether all must.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { demand } from '../enforcement.ts';
import { ofWorkspace } from '../members.ts';
import { twoFactorPolicies } from '../policies.ts';

const PATH = '/workspaces/{ws_id}/two-factor';

async function page(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { id: workspaceId, name } = loaded<{ id: number; name: string }>(request, 'ws_id');
  const { required, members } = await ofWorkspace(ctx, workspaceId);
  const people = await ctx.use(accounts).byIds(
    ctx,
    members.map(({ user_id }) => user_id),
  );
  const named = new Map(people.map((one) => [one.id, one]));
  const settings = `/workspaces/${workspaceId}/settings`;
  const title = t('two-factor.workspace.title');
  return h.view('two-factor/workspace', {
    title,
    breadcrumb: [{ title: name, href: settings }, { title }],
    required,
    isMine: members.some(({ user_id, enabled }) => enabled && user_id === userOf(ctx).id),
    path: `/workspaces/${workspaceId}/two-factor`,
    members: members.map(({ user_id, enabled }) => {
      const person = named.get(user_id);
      return { name: person?.full_name || person?.login || '', avatar_url: person?.avatar_url ?? '', enabled };
    }),
    done: request.query.done === 'saved' ? t('two-factor.workspace.saved') : '',
  });
}

export const twoFactorWorkspaceRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(twoFactorPolicies.viewOfWorkspace, 'ws_id'), html: true },
    options: {
      id: 'two-factor-pages.workspace',
      validate: { params: params({ ws_id: id() }), query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: page,
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: can(twoFactorPolicies.requireInWorkspace, 'ws_id'), html: true, form: true },
    options: {
      id: 'two-factor-pages.require',
      validate: {
        params: params({ ws_id: id() }),
        payload: Joi.object({ csrf: Joi.string().allow(''), required: Joi.boolean().default(false) }),
      },
    },
    handler: async (request, h) => {
      const { required } = request.payload as { required: boolean };
      await demand(request.ctx, Number(request.params.ws_id), required);
      return h.redirect(`/workspaces/${request.params.ws_id}/two-factor?done=saved`).code(303);
    },
  }),
];
