/** All block types with what they are in every format. What needs only their rules takes `models.ts`, which is small. */
import { folderModules } from '../../../core/boot/folder-modules.ts';
import type { BlockType } from '../block-type.ts';

let types: Map<string, BlockType> | undefined;

/** Loaded with the first use, when whatever they import is there. */
export function blockTypes(): ReadonlyMap<string, BlockType> {
  types ??= new Map(
    folderModules<BlockType | BlockType[]>(import.meta.url, 'index.ts')
      .flat()
      .map((type) => [type.type, type]),
  );
  return types;
}
