// Conversations of people with the agent: each belongs to one person, and nobody else learns that it exists.
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { AgentMode, Conversation } from '../model.ts';
import { conversationStore } from './conversation-store.ts';

export interface ConversationInput {
  title?: string;
  mode?: AgentMode;
  memory_enabled?: boolean;
  page_id?: number | null;
  workspace_id?: number | null;
}

const CONVERSATIONS_MAX = 1000;

/** All of them: there are at most `CONVERSATIONS_MAX`. */
export const listConversations = (ctx: Ctx): Promise<Conversation[]> => conversationStore.of(ctx, userOf(ctx).id);

/** At a page it is about the workspace of that, whichever was named. */
async function placeOf(ctx: Ctx, { page_id = null, workspace_id = null }: ConversationInput) {
  const page = page_id === null ? undefined : await ctx.use(pages).byId(ctx, page_id);
  return { page_id, workspace_id: page?.workspace_id ?? workspace_id };
}

/** Rights on page and workspace have been checked. @throws Problem conflict */
export async function createConversation(ctx: Ctx, input: ConversationInput): Promise<Conversation> {
  const { title = '', mode = 'approve', memory_enabled = true } = input;
  return ctx.tx(async (tx) => {
    if ((await conversationStore.count(tx, userOf(tx).id)) >= CONVERSATIONS_MAX)
      throw new Problem('conflict', `There can be at most ${CONVERSATIONS_MAX} conversations: delete old ones.`);
    const place = await placeOf(tx, input);
    return conversationStore.insert(tx, { user_id: userOf(tx).id, title, mode, memory_enabled, ...place });
  });
}

/** @throws Problem not_found */
export async function changeConversation(ctx: Ctx, id: number, input: ConversationInput): Promise<Conversation> {
  return ctx.tx(async (tx) => {
    const place = input.page_id === undefined ? {} : await placeOf(tx, input);
    const { title, mode, memory_enabled } = input;
    const change = {
      ...place,
      ...(title !== undefined && { title }),
      ...(mode !== undefined && { mode }),
      ...(memory_enabled !== undefined && { memory_enabled }),
    };
    const changed = await conversationStore.change(tx, id, change);
    // Deleted meanwhile.
    if (!changed) throw notFound();
    return changed;
  });
}
