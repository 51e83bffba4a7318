// How access loads identities at providers: each is its owner's.
import type { ResourceType } from '../../core/access/access-control.ts';
import { identityStore } from './identity/store.ts';

export const identityResources: Record<string, ResourceType> = {
  'sign-on-identity': {
    async load(ctx, id) {
      const row = await identityStore.byId(ctx, Number(id));
      return row && { workspaceId: null, epoch: 0, rootId: null, id: row.id, ownerId: row.user_id, row };
    },
  },
};
