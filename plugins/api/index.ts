// The description of the API for programs (OpenAPI) and for people: one page to try it, one to read it.
import { auditRecords } from '../../core/events/audit-feed.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { recordOfCalls } from './audit-log.ts';
import { apiCommands } from './commands.ts';
import { calls } from './contract.ts';
import { docsRoutes } from './routes/html-docs.ts';
import { openApiRoutes } from './routes/v2.ts';
import { apiAuditRoutes } from './routes/v2-audit.ts';
import { callAudit } from './store.ts';
import { apiTables } from './tables.ts';

export default definePlugin({
  name: 'api',
  version: '1.0.0',
  summary: 'OpenAPI document, the pages /docs and /redoc, and the record of calls',
  provides: [calls],
  adds: [adding(auditRecords, callAudit)],
  setup(app) {
    app.provide(calls, recordOfCalls);
    app.assets.addVendor({
      'swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
      'swagger-ui-bundle.js': 'swagger-ui-dist/swagger-ui-bundle.js',
    });
  },
  routes: [...openApiRoutes, ...docsRoutes, ...apiAuditRoutes],
  commands: apiCommands,
  nav: [{ slot: 'account', label: 'api.nav.reference', href: '/redoc', icon: 'code-xml', order: 220 }],
  tables: apiTables,
  messages: new URL('./messages/', import.meta.url),
});
