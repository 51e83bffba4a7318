// What doctor asks of connectors: their secrets can be read.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { secretOf } from './secret.ts';
import { connectorStore } from './store.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const sealed = await connectorStore.sealed(ctx);
  const unreadable = sealed.filter((row) => {
    try {
      secretOf(ctx.app, row);
      return false;
    } catch {
      return true;
    }
  });
  if (unreadable[0])
    return {
      ok: false,
      detail: `the secret of the connector ${unreadable[0].id} was encrypted with another SECRET_KEY: its owner types it again`,
      count: unreadable.length,
    };
  return { ok: true, detail: 'their secrets can be read', count: sealed.length };
}

export const connectorCheck: DoctorCheck = { name: 'agent-connectors', run };
