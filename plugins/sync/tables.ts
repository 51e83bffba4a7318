// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const syncTables: Tables = {
  sync_queue: 'told to the devices that sent it',
  sync_devices: 'devices that come back make themselves known',
  sync_conflicts: 'of devices, which keep what was not taken until somebody decides',
};
