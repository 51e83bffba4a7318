// What accounts are when the product starts: their services, their cookies, and who a request is from.
import { authenticator } from '../../core/http/request-lifecycle.ts';
import type { App } from '../../core/kernel/app.ts';
import { accountService } from './accounts.ts';
import { administrationService } from './administration.ts';
import { accounts, administration, loginTransactions, signIn, throttle } from './contract.ts';
import { provisioning } from './provisioning.ts';
import { LastUsed } from './sessions/last-used.ts';
import { databaseTransactions, transactionCookie } from './sessions/login-transactions.ts';
import { renewActors } from './sessions/revalidate-actors.ts';
import { csrfCookie, deviceCookie, renewToken, sessionActor, sessionCookie } from './sessions/sessions.ts';
import { signInService } from './sessions/sign-in.ts';
import { forgetRevoked } from './sessions/site-data.ts';
import { databaseThrottle } from './sessions/throttle.ts';
import { tokenActor } from './tokens.ts';

export function setup(app: App): void {
  const seen = new LastUsed(app);
  for (const name of [sessionCookie(app), csrfCookie(app), deviceCookie(app), transactionCookie(app)]) {
    app.server.state(name, { encoding: 'none', strictHeader: false, ignoreErrors: true });
  }
  app.provide(accounts, { ...accountService, ...provisioning });
  app.provide(loginTransactions, databaseTransactions);
  app.provide(administration, administrationService);
  app.provide(throttle, databaseThrottle);
  app.provide(signIn, signInService);
  app.provide(authenticator, {
    authenticate: async (request) => (await tokenActor(app, seen, request)) ?? sessionActor(app, seen, request),
    renew: (actors) => renewActors(app, actors),
  });
  app.server.ext('onPreResponse', (request, h) => {
    renewToken(app, request);
    forgetRevoked(app, request);
    return h.continue;
  });
  app.server.ext('onPostStop', () => seen.flush());
}
