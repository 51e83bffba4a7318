// What is sent to save a text, and whether it is what the server has.
import type { Node } from 'prosemirror-model';
import { RequestError } from '../../../../core/client/request.ts';
import { type Block, newBlockId, walk } from '../../../blocks/block.ts';
import { fromDoc, toDoc } from '../../../blocks/schema/document.ts';

export interface Text {
  title: string;
  doc: Node;
}

export function saveBody({ title, doc }: Text): { title?: string; blocks: Block[] } {
  const blocks = fromDoc(doc);
  const seen = new Set<string>();
  for (const block of walk(blocks)) {
    if (seen.has(block.id)) block.id = newBlockId();
    seen.add(block.id);
  }
  // A page cannot be without a title; while the field is empty the old one stays.
  return title ? { title, blocks } : { blocks };
}

/** An empty list and one empty line are the same page. */
export function saysTheSame(doc: Node, blocks: Block[]): boolean {
  if (blocks.length === 0) return doc.childCount === 1 && doc.textContent === '' && doc.firstChild?.childCount === 1;
  return toDoc(blocks).eq(doc);
}

export function refusalDetail(error: unknown): string {
  const fields = error instanceof RequestError ? Object.values(error.fields) : [];
  return fields[0] ?? String(error instanceof Error ? error.message : error);
}
