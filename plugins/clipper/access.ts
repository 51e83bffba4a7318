// How access loads devices, clips and highlights: they are of one person, whom nobody else may ask about them.
import type { ResourceType } from '../../core/access/access-control.ts';
import { clipStore } from './clips/clip-store.ts';
import { pairedDeviceStore } from './devices/device-store.ts';
import { highlightStore } from './highlights/highlight-store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

export const clipperResources: Record<string, ResourceType> = {
  'extension-device': {
    async load(ctx, id) {
      const row = await pairedDeviceStore.byId(ctx, Number(id));
      return row && !row.revoked ? { ...outside, id: row.id, ownerId: row.user_id, row } : undefined;
    },
  },
  'extension-clip': {
    async load(ctx, id) {
      const row = await clipStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
  'clip-highlight': {
    async load(ctx, id) {
      const row = await highlightStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, ownerId: row.user_id, row };
    },
  },
};
