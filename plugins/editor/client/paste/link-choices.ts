// What a pasted link becomes: its text the title of the page it leads to, or a block that shows that page.
import type { EditorState, Transaction } from 'prosemirror-state';
import { blockAround } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart } from '../saving/undo.ts';
import { placeContents } from '../slash-menu/insert.ts';
import type { PastedLink } from './pasted-link.ts';

/** The same link, which says the title; undone by itself. */
export function titledLink({ tr, doc }: EditorState, { from, to }: PastedLink, title: string): Transaction {
  const { marks = [] } = doc.resolve(from).nodeAfter ?? {};
  return apart(tr).replaceWith(from, to, schema.text(title, marks)).removeStoredMark(schema.marks.link!);
}

/** A block in place of a line that holds nothing but the link, else below the block of the link; undone by itself. */
export function linkAsBlock({ tr, doc }: EditorState, link: PastedLink, kind: 'bookmark' | 'embed'): Transaction {
  const { from, to, address } = link;
  const place = blockAround(doc.resolve(from));
  if (!place) return tr;
  const { content } = place;
  const isAlone = content.type === schema.nodes.paragraph && content.content.size === to - from;
  return placeContents(apart(tr), place, [schema.nodes[kind]!.create({ url: address })], isAlone);
}
