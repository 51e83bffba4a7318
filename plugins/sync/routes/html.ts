// The page about what is kept on a device, and the frame that stands for every page without a connection.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';

export const htmlRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/offline',
    rules: {
      access: { member: true, refs: [{ in: 'query', name: 'keep', resource: 'page', role: 'viewer' }] },
      html: true,
    },
    options: { id: 'offline-pages.device', validate: { query: Joi.object({ keep: id() }) } },
    handler: ({ ctx }, h) => {
      const title = ctx.app.messages.text(ctx.locale, 'sync.title');
      return h.view('sync/device', { title, breadcrumb: [{ title }] });
    },
  }),
  route({
    method: 'GET',
    path: '/offline/frame',
    rules: {
      access: {
        public: true,
        because: 'it holds nothing of anybody, and is kept by browsers for when nothing answers',
      },
      html: true,
    },
    options: { id: 'offline-pages.frame', auth: false },
    handler: async (request, h) => {
      const { ctx } = request;
      const title = ctx.app.messages.text(ctx.locale, 'sync.frame.title');
      const html = await request.render('sync/frame', { title }, { layout: 'offline' });
      return h
        .response(html)
        .type('text/html')
        .header('content-language', ctx.locale)
        .header('cache-control', 'no-cache')
        .vary('cookie')
        .vary('accept-language');
    },
  }),
];
