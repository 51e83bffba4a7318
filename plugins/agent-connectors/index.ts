// Connectors: sites outside the house that a person reads from here, each tested and with its own secret.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { connectorResources } from './access.ts';
import { connectors, nativeConnectors } from './contract.ts';
import { connectorCheck } from './doctor.ts';
import { fetchConfig, fetchHosts } from './fetch-hosts.ts';
import { webAddress } from './native.ts';
import { connectorBrowserRoutes } from './routes/browser.ts';
import { connectorPageRoutes } from './routes/html.ts';
import { connectorNamed, fetchConnector, listConnectors } from './service.ts';
import { connectorStore } from './store.ts';
import { connectorTables } from './tables.ts';

export default definePlugin({
  name: 'agent-connectors',
  version: '1.0.0',
  summary: 'Sites outside that a person reads from here',
  dependencies: { auth: '^1.0.0', importers: '^1.0.0' },
  config: fetchConfig,
  opens: [nativeConnectors],
  provides: [connectors],
  setup(app) {
    app.provide(connectors, {
      ...{ list: listConnectors, named: connectorNamed, fetch: fetchConnector },
      ...{ hosts: (ctx) => fetchHosts(ctx.app), address: webAddress },
      faulty: (ctx) => connectorStore.faulty(ctx, 100),
    });
  },
  resources: connectorResources,
  problems: { connector_failed: { status: 502, title: 'The connector failed' } },
  adds: [adding(doctorChecks, connectorCheck)],
  routes: [...connectorBrowserRoutes, ...connectorPageRoutes],
  nav: [{ slot: 'account', label: 'agent-connectors.title', href: '/agent/connectors', icon: 'link', order: 120 }],
  tables: connectorTables,
  messages: new URL('./messages/', import.meta.url),
});
