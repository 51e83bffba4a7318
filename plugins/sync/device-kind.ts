// Devices that keep pages offline, as administrators see those of everybody and have them emptied.
import type { DeviceKind } from '../auth/contract.ts';
import { syncDeviceStore } from './store.ts';

export const offlineKind: DeviceKind = {
  kind: 'offline',
  label: 'sync.devices.kind',
  list: async (ctx, userId) =>
    (await syncDeviceStore.of(ctx, userId)).map(({ device_id, name, last_sync_at }) => ({
      ...{ id: device_id, name: name || device_id, created_at: null, last_used_at: last_sync_at },
    })),
  counts: (ctx, userIds) => syncDeviceStore.counts(ctx, userIds),
  end: async (tx, userId, id) => (await syncDeviceStore.remove(tx, userId, id)) > 0,
};
