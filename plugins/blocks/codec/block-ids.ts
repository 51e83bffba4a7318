/** Ids for the blocks a converter makes, unique within one page. */
import { type Block, type Data, type Inline, isBlockId, newBlockId } from '../block.ts';

/** Gives blocks their ids: the caller's, ours, or one an Obsidian text names. */
export class BlockIds {
  private used = new Set<string>();
  private make: () => string;

  constructor(make: () => string = newBlockId) {
    this.make = make;
  }

  block(type: string, data: Data, content?: Inline[]): Block {
    const id = this.make();
    this.used.add(id);
    return content ? { id, type, data, content } : { id, type, data };
  }

  /** Renames a block when the id fits and is free. */
  rename(block: Block, id: string): boolean {
    if (!isBlockId(id) || this.used.has(id)) return false;
    this.used.delete(block.id);
    this.used.add(id);
    block.id = id;
    return true;
  }
}
