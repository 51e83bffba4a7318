// What whoever watches a run is told: written first and then read by all who watch, in any process, from where they were.

import { DATABASE_CHANGED, tellPeople } from '../../../core/events/bus.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { agentRunStore } from './run-store.ts';

export type RunEventType = 'run' | 'text' | 'tool_call' | 'approval' | 'tool_result' | 'usage' | 'done' | 'error';

export interface RunEvent {
  id: number;
  run_id: number;
  type: RunEventType;
  data: Record<string, unknown>;
}

const CHANNEL = 'agent.run';
const AT_ONCE = 500;

/** Wherever they have a page open, it asks anew what waits and what their conversations have come to. */
export const tellPerson = (tx: Ctx, userId: number): void =>
  tx.afterCommit(() => tellPeople(tx.app.bus, 'agent.changed', [userId]));

/** In the transaction of what it tells, or by itself. */
export async function appendRunEvent(
  ctx: Ctx,
  run_id: number,
  type: RunEventType,
  data: Record<string, unknown>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.db('agent_run_events').insert({ run_id, type, data_json: JSON.stringify(data), created_at: tx.now() });
    tx.afterCommit(() => tx.app.bus.publish(CHANNEL, String(run_id)));
    if (type !== 'run' && type !== 'done') return;
    const run = await agentRunStore.byId(tx, run_id);
    if (run && run.conversation_id !== null) tellPerson(tx, run.user_id);
  });
}

/** Of the runs of a conversation, behind an event. */
export async function eventsAfter(ctx: Ctx, runIds: number[], after: number): Promise<RunEvent[]> {
  const found = await ctx
    .db('agent_run_events')
    .whereIn('run_id', runIds)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE);
  return found.map(({ id, run_id, type, data_json }) => ({ id, run_id, type, data: JSON.parse(data_json) }));
}

export async function firstEvent(ctx: Ctx, run_id: number): Promise<number | undefined> {
  return (await ctx.db('agent_run_events').where({ run_id }).orderBy('id').first('id'))?.id;
}

/** Of the runs of a conversation; 0 where nothing was told, or it was forgotten. */
export async function lastEvent(ctx: Ctx, runIds: number[]): Promise<number> {
  return (await ctx.db('agent_run_events').whereIn('run_id', runIds).orderBy('id', 'desc').first('id'))?.id ?? 0;
}

/** Calls whenever a run may have something to tell; returns how that ends. */
export function onTold(app: App, runId: number, heard: () => void): () => void {
  const ends = [
    app.bus.subscribe(CHANNEL, (told) => {
      if (told === String(runId)) heard();
    }),
    app.bus.subscribe(DATABASE_CHANGED, heard),
  ];
  return () => {
    for (const end of ends) end();
  };
}

export const purgeEvents = (ctx: Ctx, before: string): Promise<number> =>
  ctx.db('agent_run_events').where('created_at', '<', before).delete();
