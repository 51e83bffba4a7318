// Automations on the command line, beside a running server or without one.
import { readId } from '../../core/cli/id-argument.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Command, CommandInput } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Rule } from './model.ts';
import { automationStore } from './rules/store.ts';
import { setEnabled } from './rules/switch.ts';
import { tryRule } from './runs/dry-run.ts';
import { press } from './runs/press.ts';

const system = { type: 'system' as const, reason: 'command line' };
const LISTED_MAX = 1000;
const idArgument = [{ name: 'id', description: 'id of the automation' }];
const userOption = { flags: '--user <user>', description: 'id, login or email address of whoever presses the button' };
const pageOption = { flags: '--page <id>', description: 'id of the page that the button stands on' };

/** @throws Problem not_found */
async function ruleNamed(app: App, { args }: CommandInput): Promise<Rule> {
  const id = readId(args[0], 'id', 'an automation');
  const rule = await automationStore.byId(app.context(system), id);
  if (!rule) throw new Problem('not_found', `There is no automation ${id}.`);
  return rule;
}

const pageNamed = ({ options }: CommandInput): number | null =>
  options.page === undefined ? null : readId(options.page, '--page', 'a page');

async function presser(app: App, { options }: CommandInput) {
  const ctx = app.context(system);
  return app.context(await ctx.use(accounts).actorNamed(ctx, String(options.user ?? '1')));
}

const list: Command = {
  name: 'automation list',
  summary: 'List the automations of all workspaces',
  async run(app, { output }) {
    const ctx = app.context(system);
    const ids = (await ctx.use(workspaces).all(ctx)).map(({ id }) => id);
    const rules = await automationStore.of(ctx, ids, { limit: LISTED_MAX, offset: 0 });
    const rows = rules.map((rule) => ({
      id: rule.id,
      name: rule.name,
      workspace_id: rule.workspace_id,
      trigger:
        rule.trigger_type === 'event' ? rule.event : rule.trigger_type === 'cron' ? rule.cron_expression : 'button',
      enabled: rule.enabled,
      runs: rule.run_count,
      last_run_at: rule.last_run_at,
      last_error: rule.last_error,
    }));
    output.table(rows);
    output.result({ ok: true, automations: rows });
    return 0;
  },
};

const run: Command = {
  name: 'automation run',
  summary: 'Press the button of an automation',
  arguments: idArgument,
  options: [userOption, pageOption],
  examples: ['automation run 3 --user ann --page 12'],
  async run(app, input) {
    const rule = await ruleNamed(app, input);
    const ctx = await presser(app, input);
    const made = await press(ctx, rule.id, { pageId: pageNamed(input), cause: `command:${app.instance}:${ctx.now()}` });
    input.output.line(`${rule.name}: ${made.status}${made.detail && ` (${made.detail})`}`);
    input.output.result({ ok: made.status !== 'error', run: made });
    return made.status === 'error' ? 1 : 0;
  },
};

const test: Command = {
  name: 'automation test',
  summary: 'Show what an automation would have done with what happened last; nothing is kept',
  arguments: idArgument,
  options: [userOption, pageOption],
  async run(app, input) {
    const rule = await ruleNamed(app, input);
    const trials = await tryRule(await presser(app, input), rule, pageNamed(input));
    input.output.table(
      trials.map(({ event, status, reason, detail, page_id }) => ({
        event: event?.type ?? rule.trigger_type,
        page: page_id,
        ...{ status, reason, detail },
      })),
    );
    input.output.result({ ok: true, trials });
    return 0;
  },
};

const switching = (name: 'enable' | 'disable'): Command => ({
  name: `automation ${name}`,
  summary: name === 'enable' ? 'Switch an automation on' : 'Switch an automation off',
  arguments: idArgument,
  async run(app, input) {
    const rule = await ruleNamed(app, input);
    await app.context(system).tx((tx) => setEnabled(tx, rule, name === 'enable'));
    input.output.line(`${rule.name} is ${name === 'enable' ? 'on' : 'off'}.`);
    input.output.result({ ok: true, id: rule.id, enabled: name === 'enable' });
    return 0;
  },
});

export const automationCommands: Command[] = [list, run, test, switching('enable'), switching('disable')];
