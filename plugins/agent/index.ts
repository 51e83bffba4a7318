// The agent: conversations with a model and its tools, which act with the rights of a person, also for other programs.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { notificationKinds } from '../notifications/contract.ts';
import { resources } from './access.ts';
import { agentCommands } from './commands.ts';
import { mcpRoutes } from './mcp/route.ts';
import { nav } from './nav.ts';
import { conversationRoutes } from './routes/browser-conversations.ts';
import { runRoutes } from './routes/browser-runs.ts';
import { pageRoutes } from './routes/html.ts';
import { actRoutes } from './routes/html-acts.ts';
import { adminRoutes } from './routes/html-admin.ts';
import { v2Routes } from './routes/v2.ts';
import { purgeRunEvents, sweepRuns } from './runs/jobs.ts';
import { runnerOf } from './runs/runner.ts';
import { config } from './settings.ts';
import { shortcuts } from './shortcuts.ts';
import { tables } from './tables.ts';

export default definePlugin({
  name: 'agent',
  version: '1.0.0',
  summary: 'Tools that agents use with the rights of a person, also from other programs (MCP)',
  dependencies: {
    ...{ blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0', search: '^1.0.0' },
    ...{ tags: '^1.0.0', templates: '^1.0.0', databases: '^1.0.0', comments: '^1.0.0', notifications: '^1.0.0' },
    ...{ automations: '^1.0.0', 'agent-connectors': '^1.0.0', admin: '^1.0.0' },
  },
  config,
  setup(app) {
    app.server.ext('onPreStop', () => runnerOf(app).close());
    // Apart from what every page loads: only its own pages and the panel have it.
    for (const locale of app.messages.locales)
      app.assets.addScript(`agent-messages-${locale}.js`, () => app.messages.addingScript(locale, /^agent\.live\./));
  },
  problems: {
    agent_budget: { status: 429, title: 'Tokens used up' },
    agent_failed: { status: 502, title: 'The model failed' },
  },
  jobs: {
    'agent.sweep': { cron: '* * * * *', run: sweepRuns },
    'agent.purge': { cron: '23 4 * * *', run: purgeRunEvents },
  },
  adds: [
    adding(notificationKinds, {
      type: 'agent',
      title: 'agent.told',
      label: 'agent.kind',
      defaults: { in_app: true, email: false },
    }),
  ],
  resources,
  routes: [...mcpRoutes, ...conversationRoutes, ...runRoutes, ...v2Routes, ...pageRoutes, ...actRoutes, ...adminRoutes],
  ...{ nav, shortcuts, slots: [{ slot: 'page-head', template: '/agent/suggestions' }] },
  commands: agentCommands,
  tables,
  messages: new URL('./messages/', import.meta.url),
});
