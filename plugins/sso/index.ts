// Single sign-on: people come in through the provider of their organisation, with accounts and roles that follow it.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { identityResources } from './access.ts';
import { signOnAdditions } from './additions.ts';
import { signOnCommands } from './commands.ts';
import { watchSettings } from './configuration/current.ts';
import { entryRules, identityEntered, signOn } from './contract.ts';
import { recordSignIn, requestOrigin } from './history/history.ts';
import { disconnectIdentities } from './identity/disconnection.ts';
import { accept } from './identity/purpose.ts';
import { refusing, sendBack } from './identity/refusals.ts';
import { ssoJobKinds } from './jobs.ts';
import { ssoRoutes } from './routes/index.ts';
import { ssoTables } from './tables.ts';

export default definePlugin({
  name: 'sso',
  version: '1.0.0',
  summary: 'Single sign-on by OpenID Connect and SAML: accounts, roles by groups, sign-out from either side',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', admin: '^1.0.0' },
  provides: [signOn],
  opens: [entryRules, identityEntered],
  setup(app) {
    app.provide(signOn, {
      accept,
      refusing,
      sendBack,
      noteAttempt: (request, provider) =>
        request.ctx.tx((tx) => recordSignIn(tx, requestOrigin(request), provider, 'attempt')),
      disconnect: (tx, userId, provider) => disconnectIdentities(tx, userId, (one) => one.provider === provider),
    });
    watchSettings(app);
  },
  adds: signOnAdditions,
  resources: identityResources,
  routes: ssoRoutes,
  nav: [{ slot: 'admin-tab', label: 'sso.nav', href: '/admin/sign-on', icon: 'key-round', adminOnly: true }],
  slots: [{ slot: 'account-settings', template: '/sso/card' }],
  tables: ssoTables,
  messages: new URL('./messages/', import.meta.url),
  commands: signOnCommands,
  jobs: ssoJobKinds,
});
