// Accounts: registration, sessions, bearer tokens, recovery, profile. Everything that proves who somebody is.

import { fileHolders } from '../../core/files/file-response.ts';
import { authenticator } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { accountService } from './accounts.ts';
import { administrationService } from './administration.ts';
import { avatars } from './avatar-store.ts';
import { authCommands } from './commands.ts';
import {
  accountCreated,
  accountLeaving,
  accounts,
  addressConfirmed,
  administration,
  invitationCheck,
  knownUsers,
  languages,
  secondFactor,
  signIn,
  throttle,
} from './contract.ts';
import { authResources } from './resources.ts';
import { Seen } from './sessions/last-used.ts';
import { renewActors } from './sessions/revalidate-actors.ts';
import { csrfCookie, deviceCookie, renewToken, sessionActor, sessionCookie } from './sessions/sessions.ts';
import { signInService } from './sessions/sign-in.ts';
import { databaseThrottle } from './sessions/throttle.ts';
import { tokenActor } from './tokens.ts';

function setup(app: App): void {
  const seen = new Seen(app);
  for (const name of [sessionCookie(app), csrfCookie(app), deviceCookie(app)]) {
    app.server.state(name, { encoding: 'none', strictHeader: false, ignoreErrors: true });
  }
  app.provide(accounts, accountService);
  app.provide(administration, administrationService);
  app.provide(throttle, databaseThrottle);
  app.provide(signIn, signInService);
  app.provide(authenticator, {
    authenticate: async (request) => (await tokenActor(app, seen, request)) ?? sessionActor(app, seen, request),
    renew: (actors) => renewActors(app, actors),
  });
  app.server.ext('onPreResponse', (request, h) => {
    renewToken(app, request);
    return h.continue;
  });
  app.server.ext('onPostStop', () => seen.flush());
}

import { jobs } from './jobs.ts';
import { routes } from './routes/index.ts';
import { tables } from './tables.ts';

export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  summary: 'Accounts, sessions, API tokens and forgotten passwords',
  provides: [accounts, administration, throttle, signIn, authenticator],
  opens: [accountCreated, accountLeaving, addressConfirmed, invitationCheck, knownUsers, languages, secondFactor],
  adds: [adding(fileHolders, avatars.leaveOutHeld)],
  setup,
  resources: authResources,
  routes,
  nav: [
    { slot: 'account', label: 'auth.nav.account', href: '/accounts/settings', icon: 'user', order: 10 },
    { slot: 'account', label: 'auth.nav.sign_out', href: '/auth/logout', icon: 'log-out', order: 900 },
  ],
  slots: [{ slot: 'sidebar', template: '/auth/unconfirmed', order: 1 }],
  tables,
  messages: new URL('./messages/', import.meta.url),
  commands: authCommands,
  jobs,
});
