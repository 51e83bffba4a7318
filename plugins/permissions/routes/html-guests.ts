// The guests of a workspace as a page for its owners, with forms that work without scripts.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Role, type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { changeGuest, guestsOf, removeGuest } from '../guest-list.ts';
import { guestPolicies } from '../policies.ts';
import { roleSchema } from '../present.ts';

const PATH = '/workspaces/{ws_id}/guests';
const path = params({ ws_id: id() });
/** What was done, as the address says it after a form went well. */
const DONE = ['changed', 'removed', 'saved'];

async function guestsPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { id: own, name } = loaded<{ id: number; name: string }>(request, 'ws_id');
  const t = ctx.app.messages.in(ctx.locale);
  const what = String(request.query.done ?? '');
  return h.view('permissions/guests', {
    title: t('permissions.guests.title'),
    breadcrumb: [
      { title: t('workspaces.title'), href: '/workspaces' },
      { title: name },
      { title: t('permissions.nav.guests') },
    ],
    workspace: { id: own, name },
    guests: await guestsOf(ctx, own),
    message: refusal?.message ?? '',
    mayShare: await ctx.use(workspaces).guestsInvite(ctx, own),
    done: !refusal && DONE.includes(what) ? t(`permissions.guests.${what}`) : '',
  });
}

export const guestRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(guestPolicies.listInWorkspace, 'ws_id'), html: true },
    options: {
      id: 'guests-pages.all',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => guestsPage(request, h),
  }),
  route({
    method: 'POST',
    path: `${PATH}/change`,
    // What changes the role asks for it on the page.
    rules: {
      access: can(guestPolicies.changeInWorkspace, 'ws_id', { opaque: ['grant_id'] }),
      form: true,
      html: true,
      refused: guestsPage,
    },
    options: {
      id: 'guests-pages.change',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        params: path,
        payload: Joi.object({ csrf, grant_id: id().required(), role: roleSchema().required() }).required(),
      },
    },
    handler: async (request, h) => {
      const own = Number(request.params.ws_id);
      const { grant_id, role } = request.payload as { grant_id: number; role: Role };
      await changeGuest(request.ctx, own, grant_id, role);
      return h.redirect(`/workspaces/${own}/guests?done=changed`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/remove`,
    // The person counts within the workspace, whose role decides.
    rules: {
      access: can(guestPolicies.removeFromWorkspace, 'ws_id', { opaque: ['user_id'] }),
      form: true,
      html: true,
      refused: guestsPage,
    },
    options: {
      id: 'guests-pages.remove',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: { params: path, payload: Joi.object({ csrf, user_id: id().required() }).required() },
    },
    handler: async (request, h) => {
      const own = Number(request.params.ws_id);
      await removeGuest(request.ctx, own, (request.payload as { user_id: number }).user_id);
      return h.redirect(`/workspaces/${own}/guests?done=removed`).code(303);
    },
  }),
];
