// Tells another program: at an address of its own, or through a webhook that the workspace has.
import { invalid, Problem } from '../../../core/http/problem.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { headersSchema, urlSchema, webhooks } from '../../webhooks/contract.ts';
import type { WebhookAction } from '../model.ts';
import type { ActionKind } from './action-kind.ts';

export const webhook: ActionKind<WebhookAction> = {
  shape: { url: urlSchema, headers: headersSchema, webhook_id: id() },
  anyOf: ['url', 'webhook_id'],

  async check(ctx, rule, { kind, url, headers, webhook_id }, at) {
    if (webhook_id === undefined) {
      await ctx.use(webhooks).checkAddress(ctx, url as string);
      return { kind, url, ...(headers && { headers }) };
    }
    if (headers) throw invalid([...at, 'headers'], 'are for an address of its own', 'extra_forbidden');
    const address = await ctx.use(webhooks).usableAddress(ctx, webhook_id, rule.workspace_id);
    if (address === undefined)
      throw invalid([...at, 'webhook_id'], 'names no webhook of the workspace that you may use', 'value_error');
    // As it is now: what somebody has written beside the id does not say where messages go.
    return { kind, webhook_id, ...(url && { url: address }) };
  },

  /** An address becomes a webhook of whoever saves it, with a secret, attempts and a list of messages; headers are kept there. */
  async keep(tx, rule, { kind, url, headers, webhook_id }) {
    if (webhook_id !== undefined || url === undefined) return { kind, webhook_id, ...(url && { url }) };
    const name = `Automations: ${new URL(url).host}`.slice(0, 100);
    return { kind, webhook_id: await tx.use(webhooks).forAddress(tx, rule.workspace_id, { name, url, headers }), url };
  },

  async run(ctx, situation, rule, { webhook_id = 0 }, path) {
    const address = await ctx.use(webhooks).usableAddress(ctx, webhook_id, rule.workspace_id);
    if (address === undefined)
      throw new Problem('conflict', `The webhook ${webhook_id} is gone, or not theirs any more.`);
    await ctx.use(webhooks).send(ctx, {
      webhookId: webhook_id,
      cause: `automation:${rule.id}:${situation.cause.key}:${path}`,
      pageId: situation.page?.id ?? null,
      data: { id: rule.id, name: rule.name, event: situation.cause.event?.type ?? null },
    });
    return { detail: new URL(address).host };
  },
};
