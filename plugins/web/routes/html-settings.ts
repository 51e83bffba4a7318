// The overview of all settings.
import { type Route, route } from '../../../core/http/route.ts';

export const settingsOverviewRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/settings',
    rules: { access: { member: true }, html: true },
    options: { id: 'web.settings' },
    handler: (request, h) => {
      const title = request.ctx.app.messages.text(request.ctx.locale, 'web.nav.settings');
      return h.view('web/settings', { title, breadcrumb: [{ title }] });
    },
  }),
];
