// How access loads passkeys.

import type { ResourceType } from '../../core/access/extension-points.ts';
import { passkeys } from './store.ts';

export const passkeyResources: Record<string, ResourceType> = {
  passkey: {
    async load(ctx, id) {
      const row = await passkeys.byId(ctx, Number(id));
      return row && { workspaceId: null, epoch: 0, rootId: null, id: row.id, ownerId: row.user_id, row };
    },
  },
};
