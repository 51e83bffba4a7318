// Browsers with the extension, as administrators see and end those of everybody.
import type { DeviceKind } from '../../auth/contract.ts';
import { pairedDeviceStore } from './device-store.ts';
import { revokeDevice } from './devices.ts';

export const clipperKind: DeviceKind = {
  kind: 'clipper',
  label: 'clipper.devices.kind',
  list: async (ctx, userId) =>
    (await pairedDeviceStore.of(ctx, userId)).map(({ id, device_name, extension_name, created_at, last_used_at }) => ({
      ...{ id: String(id), name: device_name || extension_name, created_at, last_used_at },
    })),
  counts: (ctx, userIds) => pairedDeviceStore.counts(ctx, userIds),
  async end(tx, userId, id) {
    const row = (await pairedDeviceStore.of(tx, userId)).find((one) => String(one.id) === id);
    if (row) await revokeDevice(tx, row.id);
    return row !== undefined;
  },
};
