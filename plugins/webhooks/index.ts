// Webhooks: other programs are told of what happens here, signed, and again until it arrives.
import { doctorChecks } from '../../core/cli/doctor.ts';
import type { App } from '../../core/kernel/app.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { pagesPurged } from '../pages/contract.ts';
import { webhookResources } from './access.ts';
import { automationMessages } from './automation-message.ts';
import { webhookCommands } from './commands.ts';
import { webhooks } from './contract.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { Sender } from './delivery/sender.ts';
import { webhookCheck } from './doctor.ts';
import { deliveryStream } from './fan-out.ts';
import { purgeDeliveries } from './jobs.ts';
import { descriptions } from './message-schemas.ts';
import { webhookNav } from './nav.ts';
import { webhookPageRoutes } from './routes/html.ts';
import { webhookV2Routes } from './routes/v2.ts';
import { deliveryRoutes } from './routes/v2-deliveries.ts';
import { webhookNotificationKinds } from './switch-off.ts';
import { webhookTables } from './tables.ts';

function setup(app: App): void {
  app.provide(webhooks, automationMessages);
  const sender = new Sender(app);
  app.server.ext('onPostStart', () => sender.start());
  app.server.ext('onPreStop', () => sender.stop());
}

export default definePlugin({
  name: 'webhooks',
  version: '1.0.0',
  summary: 'Tells other programs of what happens, signed, and again until it arrives',
  dependencies: {
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    notifications: '^1.0.0',
  },
  provides: [webhooks],
  setup,
  resources: webhookResources,
  streams: { deliveries: deliveryStream },
  jobs: { 'webhooks.purge': { cron: '41 * * * *', run: purgeDeliveries } },
  adds: [
    adding(doctorChecks, webhookCheck),
    // What is gone for good is gone from messages too.
    adding(pagesPurged, async (ctx, ids) => void (await deliveryStore.blank(ctx, ids))),
    ...webhookNotificationKinds,
    ...descriptions,
  ],
  routes: [...webhookV2Routes, ...deliveryRoutes, ...webhookPageRoutes],
  commands: webhookCommands,
  nav: webhookNav,
  tables: webhookTables,
  messages: new URL('./messages/', import.meta.url),
});
