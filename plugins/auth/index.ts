// Accounts: registration, sessions, bearer tokens, recovery, profile. Everything that proves who somebody is.

import { auditRecords } from '../../core/events/audit-feed.ts';
import { fileHolders } from '../../core/files/file-response.ts';
import { authenticator } from '../../core/http/request-lifecycle.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { accountPoints } from './account-points.ts';
import { avatars } from './avatar-store.ts';
import { authCommands } from './commands/account-commands.ts';
import { accounts, administration, deviceKinds, loginTransactions, signIn, throttle } from './contract.ts';
import { accountJobKinds } from './jobs.ts';
import { authResources } from './resources.ts';
import { authRoutes } from './routes/index.ts';
import { sessionKind, tokenKind } from './sessions/device-kinds.ts';
import { sessionAudit } from './sessions/session-audit.ts';
import { setup } from './setup.ts';
import { accountTables } from './tables.ts';

const settingsNav = (
  [
    ['profile', 'user', 10],
    ['appearance', 'sun', 20],
    ['sign-in', 'key-round', 40],
    ['tokens', 'code', 60],
    ['sessions', 'monitor', 70],
  ] as const
).map(([name, icon, order]) => ({
  slot: 'own-settings' as const,
  label: `auth.settings.page.${name}`,
  href: `/accounts/settings/${name}`,
  ...{ icon, order },
}));

export default definePlugin({
  name: 'auth',
  version: '1.0.0',
  summary: 'Accounts, sessions, API tokens and forgotten passwords',
  provides: [accounts, administration, loginTransactions, throttle, signIn, authenticator],
  opens: accountPoints,
  adds: [
    adding(fileHolders, avatars.leaveOutHeld),
    adding(auditRecords, sessionAudit),
    adding(deviceKinds, sessionKind),
    adding(deviceKinds, tokenKind),
  ],
  setup,
  resources: authResources,
  routes: authRoutes,
  nav: [
    { slot: 'account', label: 'auth.nav.account', href: '/accounts/settings', icon: 'user', order: 10 },
    { slot: 'account', label: 'auth.nav.sign_out', href: '/auth/logout', icon: 'log-out', order: 900 },
    ...settingsNav,
  ],
  slots: [{ slot: 'sidebar', template: '/auth/unconfirmed', order: 1 }],
  tables: accountTables,
  messages: new URL('./messages/', import.meta.url),
  words: { account: /^auth\.(?:crop|own_zone|password_field|proof)\./, combobox: /^auth\.combobox\./ },
  commands: authCommands,
  jobs: accountJobKinds,
});
