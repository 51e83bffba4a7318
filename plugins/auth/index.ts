// Accounts: registration, sessions, bearer tokens, recovery, profile. Everything that proves who somebody is.
import type { App } from '../../core/app.ts';
import { fileHolders } from '../../core/blob.ts';
import { daysAgo } from '../../core/civil.ts';
import { authenticator } from '../../core/lifecycle.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { accountService } from './accounts.ts';
import { administrationService } from './administration.ts';
import { authCommands } from './commands.ts';
import {
  accountCreated,
  accountLeaving,
  accounts,
  administration,
  invitationCheck,
  knownUsers,
  languages,
  secondFactor,
  signIn,
  throttle,
} from './contract.ts';
import { authResources } from './resources.ts';
import { accountRoutes, avatarRoutes } from './routes/account.ts';
import { accountPageRoutes } from './routes/account-pages.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { loginRoutes } from './routes/login.ts';
import { recoveryRoutes } from './routes/recovery.ts';
import { registerRoutes } from './routes/register.ts';
import { v2Routes } from './routes/v2.ts';
import { Seen } from './seen.ts';
import { csrfCookie, deviceCookie, renewToken, sessionActor, sessionCookie } from './sessions.ts';
import { signInService } from './sign-in.ts';
import { renewActors } from './standing.ts';
import { avatars, devices, sessions, throttles } from './store.ts';
import { databaseThrottle } from './throttle.ts';
import { tokenActor } from './tokens.ts';

const SESSION_DAYS = 91;
const DEVICE_DAYS = 400;

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

export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  summary: 'Accounts, sessions, API tokens and forgotten passwords',
  provides: [accounts, administration, throttle, signIn, authenticator],
  opens: [accountCreated, accountLeaving, invitationCheck, knownUsers, languages, secondFactor],
  adds: [adding(fileHolders, avatars.leaveOutHeld)],
  setup,
  resources: authResources,
  routes: [
    ...registerRoutes,
    ...loginRoutes,
    ...recoveryRoutes,
    ...accountRoutes,
    ...avatarRoutes,
    ...credentialRoutes,
    ...accountPageRoutes,
    ...v2Routes,
  ],
  nav: [
    { slot: 'account', label: 'auth.nav.account', href: '/accounts/settings', icon: 'user', order: 10 },
    { slot: 'account', label: 'auth.nav.sign_out', href: '/auth/logout', icon: 'log-out', order: 900 },
  ],
  messages: new URL('./messages/', import.meta.url),
  commands: authCommands,
  jobs: {
    'auth.purge': {
      cron: '17 3 * * *',
      run: async (ctx) => {
        const before = daysAgo(ctx, SESSION_DAYS);
        await ctx.tx(async (tx) => {
          await sessions.purge(tx, before);
          await throttles.purge(tx);
          await devices.purge(tx, daysAgo(ctx, DEVICE_DAYS));
        });
      },
    },
  },
});
