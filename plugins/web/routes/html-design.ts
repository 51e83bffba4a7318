// The visual system on one page, for those who build on it: what it is made of, and every part in every state.
import { type Route, route } from '../../../core/http/route.ts';
import { designTokens } from '../design-tokens.ts';

export const designRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/help/design',
    rules: { access: { public: true, because: 'it is part of the help and shows nothing of anybody' }, html: true },
    options: { id: 'web.help-design' },
    handler: (request, h) => {
      const { app, locale } = request.ctx;
      // All of it is in English, as the names in it are.
      const title = app.messages.text('en', 'web.help.design');
      const breadcrumb = [{ title: app.messages.text(locale, 'web.help'), href: '/help' }, { title }];
      return h.view('web/design', { title, breadcrumb, tokens: designTokens(app) });
    },
  }),
];
