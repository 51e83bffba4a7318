// The browser's half of all block types, from their folders.
import { folderModules } from '../../../core/boot/folder-modules.ts';
import type { BlockClient } from '../client/editing/block-client.ts';

export const BLOCK_CLIENTS: BlockClient[] = folderModules<BlockClient | BlockClient[]>(
  import.meta.url,
  'client.ts',
).flat();
