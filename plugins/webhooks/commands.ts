// Webhooks on the command line, beside a running server or without one.
import { readId } from '../../core/cli/id-argument.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { recover, redeliver, testWebhook } from './delivery/redelivery.ts';
import { presentDeliveries, presentWebhook } from './present.ts';
import { type WebhookRow, webhookStore } from './store.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });
const everything = { everything: true, own: { userId: 0, workspaceIds: [] }, ownedWorkspaceIds: [] };
const MOST = 10_000;

async function hookOf(ctx: Ctx, given: string | undefined): Promise<WebhookRow> {
  const id = readId(given, 'webhook', 'a webhook');
  const hook = await webhookStore.byId(ctx, id);
  if (!hook) throw new Problem('not_found', `There is no webhook ${id}.`);
  return hook;
}

const argument = { name: 'webhook', description: 'its number; webhook list shows all' };

export const webhookCommands: Command[] = [
  {
    name: 'webhook list',
    summary: 'Show all webhooks and how they fare',
    async run(app, { output }) {
      const ctx = system(app);
      const { items } = await webhookStore.page(ctx, everything, {}, MOST, 0);
      const webhooks = items.map((row) => presentWebhook(ctx, row));
      output.table(
        webhooks.map(({ id, workspace_id, name, url, enabled, disabled_reason, health, last_success_at }) => ({
          ...{ id, workspace: workspace_id ?? 'service', name, url },
          ...{ state: enabled ? health : `off ${disabled_reason ?? ''}`.trim(), last_success: last_success_at ?? '' },
        })),
      );
      output.result({ webhooks });
      return 0;
    },
  },
  {
    name: 'webhook test',
    summary: 'Send a test message now and say what came of it',
    arguments: [argument],
    examples: ['webhook test 4', 'webhook test 4 --json'],
    async run(app, { args, output }) {
      const ctx = system(app);
      const [sent] = await presentDeliveries(ctx, [await testWebhook(ctx, await hookOf(ctx, args[0]))]);
      output.line(
        sent?.status === 'success'
          ? `It arrived: ${sent.http_code} after ${sent.duration_ms} ms.`
          : `It did not arrive: ${sent?.error}${sent?.http_code ? ` ${sent.http_code}` : ''}.`,
      );
      output.result({ delivery: sent });
      return sent?.status === 'success' ? 0 : 1;
    },
  },
  {
    name: 'webhook redeliver',
    summary: 'Send a message again, or all that did not arrive; a running server sends them, or the next start',
    arguments: [argument, { name: 'delivery', description: 'number of the delivery', optional: true }],
    options: [{ flags: '--since <time>', description: 'all since then that did not arrive, e.g. 2026-11-20' }],
    examples: ['webhook redeliver 4 81', 'webhook redeliver 4 --since 2026-11-20T09:00Z'],
    async run(app, { args, options, output }) {
      const ctx = system(app);
      const hook = await hookOf(ctx, args[0]);
      const since = options.since === undefined ? undefined : new Date(String(options.since));
      if ((args[1] === undefined) === (since === undefined))
        throw new UsageProblem('Name a delivery, or a time with --since.');
      if (since && Number.isNaN(since.getTime())) throw new UsageProblem('--since must be a time such as 2026-11-20.');
      const queued = since ? await recover(ctx, hook, since.toISOString()) : 1;
      if (!since) await redeliver(ctx, hook, readId(args[1], 'delivery', 'a delivery'));
      output.line(`${queued} to be sent.`);
      output.result({ queued });
      return 0;
    },
  },
];
