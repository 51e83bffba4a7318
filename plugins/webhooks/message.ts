// What a hook sends: an envelope that names what happened, and for full ones the page or row as the owner sees it.
import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { databases } from '../databases/contract.ts';
import { pages, wholePage } from '../pages/contract.ts';
import { AUTOMATION_EVENT, TEST_EVENT } from './event-catalog.ts';
import { ownerCtx, subjectPage, visibleChanges, visibleEvents } from './hook-owner.ts';
import type { WebhookRow } from './store.ts';

/** The body as it is sent. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  id: string;
  /** place in the stream; of what is in none itself, such as a test, the one that was reached when it was written */
  seq: number;
  workspace_id: number | null;
  actor_id: number | null;
  origin: DomainEvent['origin'];
  changed: string[];
  data: Record<string, unknown> & { id: number };
  /** it would have been longer than 20 kB: `data.page` or `data.row` was left out */
  truncated?: true;
}

const BODY_MAX = 20_000;

export function messageOf({ depth: _, chain: __, ...event }: DomainEvent): WebhookMessage {
  const { silent: ___, live: ____, checkpoint: _____, ...data } = event.data;
  return { ...event, data };
}

/** Equal in all attempts to tell one hook of one event. */
export const messageId = (hook: Pick<WebhookRow, 'id'>, eventId: string): string => `msg_${eventId}_${hook.id}`;

/** A row of a database is shown as one; whatever is gone by now is not shown. */
async function shown(owner: Ctx, { type, data }: WebhookMessage): Promise<object> {
  const id = subjectPage({ type, data });
  if (id === null || data.permanent === true) return {};
  try {
    const page = await owner.use(pages).byId(owner, id);
    if (!page) return {};
    const isRow = data.collection_id !== undefined && page.kind !== 'collection';
    return isRow ? { row: await owner.use(databases).row(owner, id) } : { page: await wholePage(owner, page) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return {};
    throw error;
  }
}

/** What a rule says of a page is for who sees that. */
async function seesPage(owner: Ctx, { data }: WebhookMessage): Promise<boolean> {
  if (typeof data.page_id !== 'number') return true;
  return (await owner.use(pages).versions(owner, [data.page_id])).has(data.page_id);
}

async function bodyFor(owner: Ctx, hook: WebhookRow, message: WebhookMessage): Promise<string> {
  const { collection_id } = message.data as { collection_id?: number };
  const thin = { ...message, changed: await visibleChanges(owner, message.changed, collection_id) };
  if (hook.payload === 'thin') return JSON.stringify(thin);
  const full = JSON.stringify({ ...thin, data: { ...thin.data, ...(await shown(owner, message)) } });
  return Buffer.byteLength(full) > BODY_MAX ? JSON.stringify({ ...thin, truncated: true }) : full;
}

export interface HookMessages {
  hook: WebhookRow;
  messages: WebhookMessage[];
}

async function bodyNow(owner: Ctx, hook: WebhookRow, message: WebhookMessage, seen: Set<WebhookMessage>) {
  if (seen.has(message)) return bodyFor(owner, hook, message);
  const isSeen = message.type === AUTOMATION_EVENT && (await seesPage(owner, message));
  return isSeen ? JSON.stringify(message) : null;
}

/**
 * What may be sent of messages now, in their order; null: the owner of the hooks may not see it any more.
 * @param hooks of one owner in one workspace, who is asked about once
 */
export async function bodiesOf(ctx: Ctx, hooks: HookMessages[]): Promise<(string | null)[][]> {
  const owner = hooks[0] && (await ownerCtx(ctx, hooks[0].hook));
  // What is not known any more has no type; what is no event is asked for by itself.
  const events = hooks
    .flatMap(({ messages }) => messages)
    .filter(({ type }) => type && type !== TEST_EVENT && type !== AUTOMATION_EVENT);
  const seen = new Set(owner ? await visibleEvents(owner, events) : []);
  const bodies: (string | null)[][] = [];
  for (const { hook, messages } of hooks) {
    const own: (string | null)[] = [];
    for (const message of messages)
      if (message.type === TEST_EVENT) own.push(JSON.stringify(message));
      else own.push(owner ? await bodyNow(owner, hook, message, seen) : null);
    bodies.push(own);
  }
  return bodies;
}
