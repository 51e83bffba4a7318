// What the clipper does later: reading pages and fetching pictures, and ending what nobody uses.
import type { JobKind } from '../../core/events/jobs.ts';
import { endReading, readAddress } from './clips/address-reading.ts';
import { fetchPictures } from './clips/missing-pictures.ts';
import { pairingStore } from './devices/device-store.ts';
import { endUnusedDevices } from './devices/devices.ts';

export const clipperJobKinds: Record<string, JobKind> = {
  'clipper.read': { run: readAddress, failed: endReading, attempts: 3 },
  'clipper.pictures': { run: fetchPictures, attempts: 3 },
  'clipper.purge': {
    cron: '41 3 * * *',
    async run(ctx) {
      await ctx.tx((tx) => pairingStore.purge(tx));
      await endUnusedDevices(ctx);
    },
  },
};
