// Pages of what is kept without a connection: the frame that stands for every page then.
import { type Route, route } from '../../../core/http/route.ts';

export const htmlRoutes: Route[] = [
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
