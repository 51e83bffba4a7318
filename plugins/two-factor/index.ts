// A second factor beside the password: codes of a device, backup codes and passkeys, and who has to have one.
import { closing } from '../../core/access/workspace-conditions.ts';
import { doctorChecks } from '../../core/cli/doctor.ts';
import { condition } from '../../core/http/request-lifecycle.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { secondFactor } from '../auth/contract.ts';
import { passkeyResources } from './access.ts';
import { twoFactorCommands } from './commands.ts';
import { twoFactorCheck } from './doctor.ts';
import { barrier, closedFor, watchPolicy } from './enforcement.ts';
import { purgeSteps } from './jobs.ts';
import { twoFactorNav } from './nav.ts';
import { factorRoutes } from './routes/browser-codes.ts';
import { passkeyRoutes } from './routes/browser-passkeys.ts';
import { twoFactorPageRoutes } from './routes/html.ts';
import { verifyRoutes } from './routes/html-verify.ts';
import { twoFactorWorkspaceRoutes } from './routes/html-workspace.ts';
import { twoFactorV2Routes } from './routes/v2.ts';
import { pendingCookie, secondStep } from './second-step.ts';
import { twoFactorTables } from './tables.ts';

export default definePlugin({
  name: 'two-factor',
  version: '1.0.0',
  summary: 'Codes of a device, backup codes and passkeys, asked for by people, workspaces or the service',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0' },
  provides: [secondFactor],
  adds: [adding(condition, barrier), adding(closing, closedFor), adding(doctorChecks, twoFactorCheck)],
  setup(app) {
    app.provide(secondFactor, secondStep);
    app.server.state(pendingCookie(app), { encoding: 'none', strictHeader: false, ignoreErrors: true });
    watchPolicy(app);
  },
  resources: passkeyResources,
  routes: [
    ...factorRoutes,
    ...verifyRoutes,
    ...passkeyRoutes,
    ...twoFactorPageRoutes,
    ...twoFactorWorkspaceRoutes,
    ...twoFactorV2Routes,
  ],
  nav: twoFactorNav,
  slots: [
    { slot: 'login', template: '/two-factor/login' },
    { slot: 'reauth', template: '/two-factor/reauth' },
    { slot: 'account-settings', template: '/two-factor/card' },
  ],
  tables: twoFactorTables,
  messages: new URL('./messages/', import.meta.url),
  words: { 'two-factor': /^two-factor\.passkey\./ },
  commands: twoFactorCommands,
  jobs: {
    'two-factor.purge': { cron: '23 3 * * *', run: purgeSteps },
  },
});
