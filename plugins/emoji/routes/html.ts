// The emoji of a workspace as a page: everybody sees them, those who may write make and remove them, without scripts too.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { emojiPolicies } from '../policies.ts';
import { createEmoji, presentEmoji, removeEmoji } from '../service.ts';
import { emojiStore, type WholeEmoji } from '../store.ts';
import { nameField, pictureOf, picturePayload } from './v2.ts';

const PATH = '/workspaces/{ws_id}/emoji';
const path = params({ ws_id: id() });
const csrf = Joi.string().allow('');
const DONE = ['added', 'removed'];

const back = (request: Request, h: ResponseToolkit, what: string) =>
  h.redirect(`/workspaces/${request.params.ws_id}/emoji?done=${what}`).code(303);

async function page(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const { id: own, name } = loaded<{ id: number; name: string }>(request, 'ws_id');
  const t = ctx.app.messages.in(ctx.locale);
  const what = String(request.query.done ?? '');
  return h.view('emoji/emoji', {
    title: t('emoji.title', { name }),
    breadcrumb: [{ title: t('workspaces.title'), href: '/workspaces' }, { title: name }, { title: t('emoji.nav') }],
    workspace: { id: own },
    isEditor: atLeast(await roleHere(request, 'ws_id'), 'editor'),
    emoji: (await emojiStore.ofWorkspace(ctx, own)).map(presentEmoji),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && DONE.includes(what) ? t(`emoji.done.${what}`) : '',
  });
}

export const emojiPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(emojiPolicies.listInWorkspace, 'ws_id'), html: true },
    options: {
      id: 'emoji-pages.view',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(10) }) },
    },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: can(emojiPolicies.addToWorkspace, 'ws_id'), html: true, form: true, refused: page },
    options: {
      id: 'emoji-pages.add',
      payload: picturePayload,
      validate: { params: path, payload: Joi.object({ name: nameField(), file: Joi.any(), csrf }).required() },
    },
    handler: async (request, h) => {
      const { name } = request.payload as { name: string };
      const content = await pictureOf(request);
      await createEmoji(request.ctx, { workspaceId: Number(request.params.ws_id), name, content });
      return back(request, h, 'added');
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/remove`,
    rules: {
      access: can(emojiPolicies.addToWorkspace, 'ws_id', { refs: [inBody('emoji_id', emojiPolicies.delete)] }),
      html: true,
      form: true,
      refused: page,
    },
    options: {
      id: 'emoji-pages.remove',
      validate: { params: path, payload: Joi.object({ emoji_id: id().required(), csrf }).required() },
    },
    handler: async (request, h) => {
      await removeEmoji(request.ctx, loaded<WholeEmoji>(request, 'emoji_id'));
      return back(request, h, 'removed');
    },
  }),
];
