// The page about what is kept on a device, and the frame that stands for every page without a connection.
import Joi from 'joi';
import { inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { KEPT_FRAME, NOTICE } from '../app-files.ts';
import { forgetDevice, syncStatus } from '../status.ts';
import { deviceIdSchema } from './schemas.ts';

/** A page that stands for all others without a connection, in the language of whoever sees it. */
const standing = (path: string, operation: string, { template, layout }: { template: string; layout: string }): Route =>
  route({
    method: 'GET',
    path,
    rules: {
      access: {
        public: true,
        because: 'it holds nothing of anybody, and is kept by browsers for when nothing answers',
      },
      html: true,
    },
    options: { id: operation, auth: false },
    handler: async (request, h) => {
      const { ctx } = request;
      const title = ctx.app.messages.text(ctx.locale, 'sync.frame.title');
      return h
        .response(await request.render(template, { title }, { layout }))
        .type('text/html')
        .header('content-language', ctx.locale)
        .header('cache-control', 'no-cache')
        .vary('cookie')
        .vary('accept-language');
    },
  });

export const offlinePageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/offline',
    rules: {
      access: { member: true, refs: [inQuery('keep', pagePolicies.view)] },
      html: true,
    },
    options: { id: 'offline-pages.device', validate: { query: Joi.object({ keep: id() }) } },
    handler: async ({ ctx }, h) => {
      const title = ctx.app.messages.text(ctx.locale, 'sync.title');
      const { devices } = await syncStatus(ctx);
      const shown = devices.map((one) => ({ ...one, at: momentText(ctx, one.last_sync_at) }));
      return h.view('sync/device', { title, breadcrumb: [{ title }], devices: shown });
    },
  }),
  route({
    method: 'POST',
    path: '/offline/devices/{device}/empty',
    rules: { access: { member: true }, html: true, form: true },
    options: {
      id: 'offline-pages.empty-device',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        params: Joi.object({ device: deviceIdSchema().required() }),
        payload: Joi.object({ csrf }).allow(null),
      },
    },
    handler: async ({ ctx, params }, h) => {
      await forgetDevice(ctx, String(params.device));
      return h.redirect('/offline#devices').code(303);
    },
  }),
  standing(KEPT_FRAME, 'offline-pages.frame', { template: 'sync/frame', layout: 'offline' }),
  standing(NOTICE, 'offline-pages.notice', { template: 'sync/notice', layout: 'notice' }),
];
