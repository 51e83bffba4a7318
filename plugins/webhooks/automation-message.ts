// Messages that automations send: through a webhook like any other, with its signature, its attempts and its rights.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import type { Webhooks } from './contract.ts';
import { AUTOMATION_EVENT } from './event-catalog.ts';
import { queueDeliveries } from './fan-out.ts';
import type { WebhookMessage } from './message.ts';
import { webhookPolicies } from './policies.ts';
import { insertWebhook } from './service.ts';
import { decryptSecret } from './signature.ts';
import { type WebhookRow, webhookStore } from './store.ts';
import { checkTarget } from './target.ts';

async function usable(ctx: Ctx, id: number, workspaceId: number): Promise<WebhookRow | undefined> {
  const row = await webhookStore.byId(ctx, id);
  if (row?.workspace_id !== workspaceId) return undefined;
  return (await ctx.app.access.allows(ctx, webhookPolicies.test, id)) ? row : undefined;
}

/** What cannot be read is equal to nothing. */
function headersOf(ctx: Ctx, { headers_encrypted }: WebhookRow): Record<string, string> | undefined {
  if (!headers_encrypted) return {};
  try {
    return JSON.parse(decryptSecret(ctx.app, headers_encrypted));
  } catch {
    return undefined;
  }
}

export const automationMessages: Webhooks = {
  isUsable: async (ctx, id, workspaceId) => (await usable(ctx, id, workspaceId)) !== undefined,
  usableAddress: async (ctx, id, workspaceId) => (await usable(ctx, id, workspaceId))?.url,
  checkAddress: checkTarget,

  async forAddress(ctx, workspaceId, { name, url, headers }) {
    const known = await webhookStore.silent(ctx, workspaceId, userOf(ctx).id, url);
    const own = known.find((row) => isDeepStrictEqual(headersOf(ctx, row), headers ?? {}));
    if (own) return own.id;
    ctx.app.outbound.check(url);
    const { row } = await insertWebhook(ctx, workspaceId, { name, url, headers, events: [] });
    return row.id;
  },

  async release(tx, ids, named) {
    const left = (await webhookStore.hold(tx, ids)).map(({ id }) => id);
    const used = new Set(await named());
    const unused = left.filter((id) => !used.has(id));
    for (const { id } of unused.length ? await webhookStore.idle(tx, unused) : []) await webhookStore.remove(tx, id);
  },

  unasked: async (ctx) => (await webhookStore.idle(ctx)).map(({ id }) => id),

  async send(tx, { webhookId, cause, pageId, data }) {
    const hook = await webhookStore.byId(tx, webhookId);
    if (!hook?.enabled) throw new Problem('conflict', `The webhook ${webhookId} is ${hook ? 'off' : 'gone'}.`);
    const id = randomUUID();
    const message: WebhookMessage = {
      ...{ type: AUTOMATION_EVENT, timestamp: tx.now(), id, workspace_id: hook.workspace_id },
      seq: await tx.app.events.newest(tx.db),
      ...{ actor_id: actorId(tx), origin: 'automation', changed: [], data: { ...data, page_id: pageId } },
    };
    const payload = JSON.stringify(message);
    await queueDeliveries(tx, [
      { webhook_id: webhookId, event_id: id, cause, event: AUTOMATION_EVENT, page_id: pageId, payload },
    ]);
  },
};
