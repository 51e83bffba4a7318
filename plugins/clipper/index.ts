// The clipper: what somebody sees in a browser becomes a page here, by an extension that is paired with their account.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { accessEnding, deviceKinds, tokenSources } from '../auth/contract.ts';
import { clipperResources } from './access.ts';
import { clipKind } from './clips/failure-notice.ts';
import { clipperCommands } from './commands.ts';
import { clipperKind } from './devices/device-kind.ts';
import { deviceTokens, endDevices } from './devices/devices.ts';
import { clipCheck } from './doctor.ts';
import { clipperJobKinds } from './jobs.ts';
import { clipperPageRoutes } from './routes/html.ts';
import { pairingPageRoutes } from './routes/html-pairing.ts';
import { clipTemplatePageRoutes } from './routes/html-templates.ts';
import { clipRoutes } from './routes/v2-clips.ts';
import { deviceRoutes } from './routes/v2-devices.ts';
import { highlightRoutes } from './routes/v2-highlights.ts';
import { templateRoutes } from './routes/v2-templates.ts';
import { clipperTables } from './tables.ts';

export default definePlugin({
  name: 'clipper',
  version: '1.0.0',
  summary: 'Pages of the web as pages here, by an extension of the browser',
  dependencies: {
    blocks: '^1.0.0',
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    tags: '^1.0.0',
    favorites: '^1.0.0',
    search: '^1.0.0',
    importers: '^1.0.0',
    notifications: '^1.0.0',
  },
  resources: clipperResources,
  adds: [
    adding(tokenSources, deviceTokens),
    adding(accessEnding, endDevices),
    adding(deviceKinds, clipperKind),
    adding(doctorChecks, clipCheck),
    clipKind,
  ],
  routes: [
    ...deviceRoutes,
    ...clipRoutes,
    ...templateRoutes,
    ...highlightRoutes,
    ...clipperPageRoutes,
    ...pairingPageRoutes,
    ...clipTemplatePageRoutes,
  ],
  jobs: clipperJobKinds,
  commands: clipperCommands,
  nav: [{ slot: 'account', label: 'clipper.title', href: '/extensions', icon: 'paperclip', order: 130 }],
  tables: clipperTables,
  messages: new URL('./messages/', import.meta.url),
});
