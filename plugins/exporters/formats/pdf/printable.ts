// Blocks as paper shows them: everything open, nothing that plays, and names that are each there once.
import type { Block } from '../../../blocks/block.ts';
import type { PrintContext } from '../../../blocks/block-type.ts';
import type { Links } from '../../../blocks/link-context.ts';
import { blockTypes } from '../../../blocks/types/registry.ts';
import { rewriteLinks } from '../../link-rewriting.ts';

export interface PagePrintContext extends Pick<PrintContext, 'address'> {
  /** of the page, in front of the ids of its blocks */
  anchor: string;
}

export function printable(blocks: Block[], links: Links, { anchor, address }: PagePrintContext): Block[] {
  const types = blockTypes();
  const named = (list: Block[]): Block[] =>
    list.map((block) => ({
      ...(types.get(block.type)?.toPrint?.(block, { links, address }) ?? block),
      id: `${anchor}-${block.id}`,
      ...(block.children && { children: named(block.children) }),
    }));
  return named(rewriteLinks(blocks, { href: address, synced: (id) => links.synced?.(id) }));
}
