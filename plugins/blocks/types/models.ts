/** The models of all block types, from their folders. */
import { folderModules } from '../../../core/boot/folder-modules.ts';
import type { BlockModel } from '../block-type.ts';
// What models import is there before they are: a module that is still on its way cannot be loaded at once.
import '../block-type.ts';
import '../link-address.ts';
import '../value-rules.ts';

const all = folderModules<BlockModel | BlockModel[]>(import.meta.url, 'model.ts').flat();

// The schema fills an empty block with what it has first.
const isFirst = ({ type }: BlockModel): boolean => type === 'paragraph';

/** Every block type; a type that is not here is kept as `unknown`. */
export const BLOCK_MODELS: ReadonlyMap<string, BlockModel> = new Map(
  all.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))).map((model) => [model.type, model]),
);
