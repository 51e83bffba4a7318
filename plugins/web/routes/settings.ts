// The overview of settings with the facts of the installation, and the help.
import type { App } from '../../../core/app.ts';
import { type Route, route } from '../../../core/route.ts';

const registration = {
  open: 'everybody may create an account',
  invite: 'by invitation only',
  closed: 'closed',
} as const;

/** What administrators want to know before they ask the command line. */
const factsOf = (app: App): [string, string][] => [
  ['Version', app.version],
  ['Database', app.database.engine === 'postgres' ? 'PostgreSQL' : 'SQLite'],
  ['Address', app.baseUrl],
  ['Registration', registration[app.settings.REGISTRATION]],
  ['Mail', app.settings.SMTP_URL ? 'sent by SMTP' : 'kept in the outbox, because SMTP_URL is not set'],
  ['Trash', `emptied after ${app.settings.TRASH_DAYS} days`],
  ['Plugins', app.plugins.map(({ plugin }) => plugin?.name).join(', ')],
];

export const settingsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/settings',
    rules: { access: { member: true }, html: true },
    options: { id: 'web.settings' },
    handler: (request, h) => {
      const { actor, app } = request.ctx;
      const isAdmin = actor.type === 'user' && actor.isAdmin;
      return h.view('web/settings', {
        title: 'Settings',
        breadcrumb: [{ title: 'Settings' }],
        facts: isAdmin ? factsOf(app) : [],
      });
    },
  }),
  route({
    method: 'GET',
    path: '/help',
    rules: { access: { public: true, because: 'help also explains how to get in' }, html: true },
    options: { id: 'web.help' },
    handler: (request, h) =>
      h.view('web/help', {
        title: 'Help',
        breadcrumb: [{ title: 'Help' }],
        days: request.ctx.app.settings.TRASH_DAYS,
        address: request.ctx.app.baseUrl,
      }),
  }),
];
