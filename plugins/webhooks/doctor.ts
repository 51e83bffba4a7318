// What doctor asks of webhooks: their secrets can be read, and what is due goes out.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { decryptSecret } from './signature.ts';
import { webhookStore } from './store.ts';

const LATE_MS = 10 * 60_000;

async function run(ctx: Ctx): Promise<Verdict> {
  const hooks = await webhookStore.enabled(ctx);
  const unreadable = hooks.filter(({ secret_encrypted }) => {
    try {
      return !decryptSecret(ctx.app, secret_encrypted);
    } catch {
      return true;
    }
  });
  if (unreadable[0])
    return {
      ok: false,
      detail: `the secret of the webhook ${unreadable[0].id} was encrypted with another SECRET_KEY: give it a new one`,
      count: unreadable.length,
    };
  const before = new Date(Date.parse(ctx.now()) - LATE_MS).toISOString();
  const held = await ctx
    .db('webhook_deliveries')
    .where({ status: 'pending' })
    .where('lease_until', '<', before)
    .pluck('id');
  if (held.length)
    return { ok: false, detail: `a delivery is held by a process that is gone: ${held[0]}`, count: held.length };
  return {
    ok: true,
    detail: 'secrets can be read, and nothing is held by a process that is gone',
    count: hooks.length,
  };
}

export const webhookCheck: DoctorCheck = { name: 'webhooks', run };
