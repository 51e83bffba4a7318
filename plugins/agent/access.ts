// How access loads what belongs to one person alone: their conversations with the agent, and its runs.
import type { ResourceType } from '../../core/access/access-control.ts';
import { conversationStore } from './conversations/conversation-store.ts';
import { agentRunStore } from './runs/run-store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

export const agentResources: Record<string, ResourceType> = {
  'agent-conversation': {
    async load(ctx, id) {
      const row = await conversationStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
  'agent-run': {
    async load(ctx, id) {
      const row = await agentRunStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
};
