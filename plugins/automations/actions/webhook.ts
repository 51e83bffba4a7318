// Tells another program: at an address of its own, or through a webhook that the workspace has.
import { invalid, Problem } from '../../../core/http/problem.ts';
import { id } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { headersSchema, urlSchema, webhooks } from '../../webhooks/contract.ts';
import type { Rule, WebhookAction } from '../model.ts';
import { isShortAddress } from '../rules/short-address.ts';
import { chooserFor } from '../runs/identity.ts';
import type { ActionKind } from './action-kind.ts';

export const webhook: ActionKind<WebhookAction> = {
  shape: { url: urlSchema, headers: headersSchema, webhook_id: id() },
  anyOf: ['url', 'webhook_id'],

  async check(ctx, rule, { kind, url, headers, webhook_id }, at) {
    if (webhook_id === undefined) {
      if (isShortAddress(url as string))
        throw invalid(
          [...at, 'url'],
          'is what is shown of an address that is not yours: write all of it',
          'value_error',
        );
      await ctx.use(webhooks).checkAddress(ctx, url as string);
      return { kind, url, ...(headers && { headers }) };
    }
    if (headers) throw invalid([...at, 'headers'], 'are for an address of its own', 'extra_forbidden');
    const address = await ctx.use(webhooks).usableAddress(ctx, webhook_id, rule.workspace_id);
    // As it is now: what somebody has written beside the id does not say where messages go.
    if (address !== undefined) return { kind, webhook_id, ...(url && { url: address }) };
    const held = heldAction(rule.before, webhook_id);
    if (held) return held;
    throw invalid([...at, 'webhook_id'], 'names no webhook of the workspace that you may use', 'value_error');
  },

  /** An address becomes a webhook of whoever saves it, with a secret, attempts and a list of messages; headers are kept there. */
  async keep(tx, rule, { kind, url, headers, webhook_id, chosen_by }) {
    if (webhook_id !== undefined || url === undefined)
      return { kind, webhook_id, ...(url && { url }), ...(chosen_by && { chosen_by }) };
    const name = `Automations: ${new URL(url).host}`.slice(0, 100);
    return { kind, webhook_id: await tx.use(webhooks).forAddress(tx, rule.workspace_id, { name, url, headers }), url };
  },

  async run(ctx, situation, rule, action, path) {
    const { webhook_id = 0 } = action;
    const address = await chosenAddress(ctx, rule, action);
    await ctx.use(webhooks).send(ctx, {
      webhookId: webhook_id,
      cause: `automation:${rule.id}:${situation.cause.key}:${path}`,
      pageId: situation.page?.id ?? null,
      data: { id: rule.id, name: rule.name, event: situation.cause.event?.type ?? null },
    });
    return { detail: new URL(address).host };
  },
};

/** Others may change a rule around a receiver that is not theirs; it stays the choice of whoever chose it. */
function heldAction(before: Rule | undefined, webhookId: number): WebhookAction | undefined {
  const held = before?.actions_json.find((one) => one.kind === 'webhook' && one.webhook_id === webhookId);
  if (before === undefined || held?.kind !== 'webhook') return undefined;
  const chosen_by = held.chosen_by ?? before.run_as;
  return chosen_by === null ? held : { ...held, chosen_by };
}

/**
 * Where it goes to. Who presses a button need not have the webhook: the rule sends there on behalf of whoever chose it,
 * as long as they may. @throws Problem conflict
 */
async function chosenAddress(ctx: Ctx, rule: Rule, action: WebhookAction): Promise<string> {
  const chooser = await chooserFor(ctx, rule, action);
  if (!chooser)
    throw new Problem('conflict', 'Whoever chose the webhook may not make rules in the workspace any more.');
  const { webhook_id = 0 } = action;
  const address = await ctx.use(webhooks).usableAddress(ctx.as(chooser), webhook_id, rule.workspace_id);
  if (address === undefined)
    throw new Problem('conflict', `The webhook ${webhook_id} is gone, or not theirs any more who chose it.`);
  return address;
}
