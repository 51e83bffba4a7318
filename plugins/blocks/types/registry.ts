/** All block types with what they are in every format. What needs only their rules takes `models.ts`, which is small. */
import { folderModules } from '../../../core/boot/folder-modules.ts';
import type { BlockType } from '../block-type.ts';
// What types import is there before they are: a module that is still on its way cannot be loaded at once.
import '../../../core/views/html-escape.ts';
import '../block.ts';
import '../callout-kinds.ts';
import '../codec/block-data.ts';
import '../codec/inline.ts';
import '../codec/table.ts';
import '../document-writer.ts';
import '../editorjs/tool.ts';
import '../html/html-view.ts';
import '../html/inline.ts';
import '../link-address.ts';
import '../link-context.ts';
import '../markdown/annotations.ts';
import '../markdown/block-notes.ts';
import '../markdown/block-state.ts';
import '../markdown/escape-text.ts';
import '../markdown/line-prefixes.ts';
import '../markdown/parse-inline.ts';
import '../markdown/picture-token.ts';
import '../markdown/serialize-inline.ts';
import '../plain-text.ts';
import './models.ts';

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
