// How access loads connectors: a person has their own, and everybody those that are built in.
import type { ResourceType } from '../../core/access/access-control.ts';
import { actorId } from '../../core/kernel/context.ts';
import { isNative } from './native.ts';
import { connectorStore } from './store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

export const connectorResources: Record<string, ResourceType> = {
  'agent-connector': {
    async load(ctx, id) {
      if (isNative(id)) return { ...outside, id: 0, ownerId: actorId(ctx), row: id };
      const row = await connectorStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
};
