// Files that browsers ask for under fixed addresses: the manifest of the app, and its worker.
import Joi from 'joi';
import { preferencesOf } from '../../../core/http/preferences.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { appManifest, workerScript } from '../app-files.ts';

const open = { public: true, because: 'browsers ask for it without saying who is there' } as const;
const DAY = 86_400;

export const appRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sw.js',
    rules: { access: open },
    options: { id: 'offline.worker', auth: false, validate: { query: Joi.object({ keep: Joi.valid('1') }) } },
    handler: ({ ctx: { app }, query }, h) =>
      h
        .response(workerScript(app, query.keep === '1'))
        .type('text/javascript')
        // What it asks for itself is bound by the policy that it came with.
        .header('content-security-policy', app.pagePolicy)
        .header('cache-control', 'no-cache'),
  }),
  route({
    method: 'GET',
    path: '/manifest.webmanifest',
    rules: { access: open },
    options: { id: 'offline.manifest', auth: false, validate: { query: Joi.object({}) } },
    handler: (request, h) => {
      const { app } = request.ctx;
      return h
        .response(JSON.stringify(appManifest(app, preferencesOf(app, request).locale)))
        .type('application/manifest+json')
        .header('cache-control', `public, max-age=${DAY}`)
        .vary('accept-language')
        .vary('cookie');
    },
  }),
];
