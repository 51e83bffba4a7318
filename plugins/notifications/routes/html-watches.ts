// What a person hears of a page, as a form of its own; the inbox turns a page off by it too.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { pages } from '../../pages/contract.ts';
import { watchPolicies } from '../policies.ts';
import { WATCH_LEVELS, type WatchLevel } from '../watches/store.ts';
import { removeWatch, setWatch, watchOf } from '../watches/watches.ts';

const path = '/pages/{page_id}/watching';

interface WatchForm {
  level: WatchLevel | 'none';
  subtree: boolean;
  from: 'page' | 'inbox';
}

async function watchPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const { id: pageId, title, kind } = loaded<{ id: number; title: string; kind: 'page' }>(request, 'page_id');
  const [chosen, trail] = await Promise.all([
    watchOf(ctx, pageId),
    ctx.use(pages).breadcrumb(ctx, { id: pageId, title, kind }),
  ]);
  const own = ctx.app.messages.text(ctx.locale, 'notifications.watch.title');
  const above = trail.find((one) => one.id === chosen.inherited_from);
  return h.view('notifications/watching', {
    title: own,
    breadcrumb: [...trail.map((one) => ({ title: one.title, href: `/pages/${one.id}` })), { title: own, href: '' }],
    levels: WATCH_LEVELS.toReversed(),
    ...{ chosen, above, pageId },
    pageTitle: title,
    done: request.query.done === '1',
  });
}

export const watchPageRoutes: Route[] = [
  route({
    method: 'GET',
    path,
    rules: { access: can(watchPolicies.watch, 'page_id'), html: true },
    options: {
      id: 'watches.page',
      validate: { params: params({ page_id: id() }), query: Joi.object({ done: Joi.string().max(10) }) },
    },
    handler: watchPage,
  }),
  route({
    method: 'POST',
    path,
    rules: { access: can(watchPolicies.watch, 'page_id'), form: true, html: true },
    options: {
      id: 'watches.set-by-form',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        params: params({ page_id: id() }),
        payload: Joi.object({
          level: Joi.valid(...WATCH_LEVELS, 'none').required(),
          subtree: Joi.boolean().truthy('1').default(false),
          from: Joi.valid('page', 'inbox').default('page'),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const pageId = Number(request.params.page_id);
      const { level, subtree, from } = request.payload as WatchForm;
      if (level === 'none') await removeWatch(request.ctx, pageId);
      else await setWatch(request.ctx, pageId, level, subtree);
      return h.redirect(from === 'inbox' ? '/notifications' : `/pages/${pageId}/watching?done=1`).code(303);
    },
  }),
];
