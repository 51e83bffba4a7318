// The agent: conversations with a model and its tools, which act with the rights of a person, also for other programs.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { notificationKinds } from '../notifications/contract.ts';
import { agentResources } from './access.ts';
import { agentCommands } from './commands.ts';
import { mcpRoutes } from './mcp/route.ts';
import { agentNav } from './nav.ts';
import { agentRoutes } from './routes/index.ts';
import { agentJobKinds } from './runs/jobs.ts';
import { endLostRuns } from './runs/lost-runs.ts';
import { runnerOf } from './runs/runner.ts';
import { agentConfig } from './settings.ts';
import { agentShortcuts } from './shortcuts.ts';
import { agentTables } from './tables.ts';

export default definePlugin({
  name: 'agent',
  version: '1.0.0',
  summary: 'An agent that answers from pages and asks before it writes, and its tools for other programs (MCP)',
  dependencies: {
    ...{ blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0', search: '^1.0.0' },
    ...{ tags: '^1.0.0', templates: '^1.0.0', databases: '^1.0.0', comments: '^1.0.0', notifications: '^1.0.0' },
    ...{ automations: '^1.0.0', 'agent-connectors': '^1.0.0', admin: '^1.0.0' },
  },
  config: agentConfig,
  setup(app) {
    // Before the first look at the clock: after a crash nobody is shown a run that nobody works on.
    app.server.ext('onPreStart', () => endLostRuns(app.context({ type: 'system', reason: 'agent' })));
    app.server.ext('onPreStop', () => runnerOf(app).close());
  },
  problems: {
    agent_budget: { status: 429, title: 'Tokens used up' },
    agent_failed: { status: 502, title: 'The model failed' },
  },
  jobs: agentJobKinds,
  adds: [
    adding(notificationKinds, {
      type: 'agent',
      title: 'agent.told',
      label: 'agent.kind',
      icon: 'lightbulb',
      defaults: { in_app: true, email: false },
    }),
  ],
  resources: agentResources,
  routes: [...mcpRoutes, ...agentRoutes],
  ...{ nav: agentNav, shortcuts: agentShortcuts, slots: [{ slot: 'page-head', template: '/agent/suggestions' }] },
  commands: agentCommands,
  tables: agentTables,
  messages: new URL('./messages/', import.meta.url),
  words: { agent: /^agent\.live\./ },
});
