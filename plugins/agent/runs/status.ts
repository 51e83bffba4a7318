// Whether there is an agent here, and how much of it a person may use today.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { connectors } from '../../agent-connectors/contract.ts';
import { modelSettings } from '../settings.ts';
import { dayUse } from './budget.ts';
import { agentRunStore } from './run-store.ts';

export interface AgentStatus {
  /** false: nobody has set a model up */
  configured: boolean;
  provider: string | null;
  model: string | null;
  day: { used: number; limit: number };
  /** hosts of the web that may be read; none: any public one */
  fetch_hosts: string[];
  /** conversations that wait for a decision */
  waiting: number;
}

export async function agentStatus(ctx: Ctx): Promise<AgentStatus> {
  const [settings, day, waiting] = await Promise.all([
    modelSettings(ctx),
    dayUse(ctx, userOf(ctx).id, ctx.now().slice(0, 10)),
    agentRunStore.waiting(ctx, userOf(ctx).id),
  ]);
  return {
    configured: settings !== undefined,
    provider: settings?.provider ?? null,
    model: settings?.model ?? null,
    day,
    fetch_hosts: ctx.use(connectors).hosts(ctx),
    waiting: waiting.length,
  };
}
