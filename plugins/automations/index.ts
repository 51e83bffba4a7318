// Automations: rules that look at what happens, at the clock or at a button, and act with the rights of a person.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { automationResources } from './access.ts';
import { automationAdditions, automationNav } from './additions.ts';
import { automationCommands } from './commands.ts';
import { automations } from './contract.ts';
import { buttonRoutes } from './routes/browser.ts';
import { automationPageRoutes } from './routes/html.ts';
import { editorRoutes } from './routes/html-editor.ts';
import { automationRunRoutes } from './routes/html-runs.ts';
import { automationV2Routes } from './routes/v2.ts';
import { RuleIndex } from './rules/rule-index.ts';
import { purgeRuns, tick } from './runs/clock.ts';
import { followEvents } from './runs/event-stream.ts';
import { press, pressedButton } from './runs/press.ts';
import { automationTables } from './tables.ts';

const indexes = new WeakMap<object, RuleIndex>();

export default definePlugin({
  name: 'automations',
  version: '1.0.0',
  summary: 'Rules that act on events, by the clock and at a button',
  dependencies: {
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    notifications: '^1.0.0',
    permissions: '^1.0.0',
    tags: '^1.0.0',
    templates: '^1.0.0',
    webhooks: '^1.0.0',
  },
  provides: [automations],
  setup(app) {
    indexes.set(app, new RuleIndex(app));
    app.provide(automations, { press, button: pressedButton });
  },
  resources: automationResources,
  adds: automationAdditions,
  streams: {
    events: {
      types: (app) => (indexes.get(app) as RuleIndex).types(),
      // What a rule is asked for is read once for all of them.
      atOnce: 1000,
      run: (ctx, events) => followEvents(ctx, indexes.get(ctx.app) as RuleIndex, events),
    },
  },
  jobs: {
    'automations.tick': { cron: '* * * * *', run: tick },
    'automations.purge': { cron: '47 3 * * *', run: purgeRuns },
  },
  routes: [...automationPageRoutes, ...automationRunRoutes, ...editorRoutes, ...buttonRoutes, ...automationV2Routes],
  commands: automationCommands,
  nav: automationNav,
  tables: automationTables,
  messages: new URL('./messages/', import.meta.url),
});
