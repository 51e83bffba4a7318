// Names of the workspace's own emoji in what was pasted become these emoji; loaded when something pasted has a colon.
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../../../blocks/schema/schema.ts';
import { knownOwn, ownEmoji } from '../slash-menu/emoji-list.ts';
import type { PasteRange, RangeOf } from './pasted-range.ts';

const NAMED = /:([a-z0-9_+-]{1,64}):/g;

interface Named {
  from: number;
  to: number;
  name: string;
}

/** Each name outside of code. */
function named(state: EditorState, { from, to }: PasteRange): Named[] {
  const found: Named[] = [];
  state.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (!node.text || parent?.type.spec.code || schema.marks.code?.isInSet(node.marks)) return;
    for (const { index, 0: whole, 1: name = '' } of node.text.matchAll(NAMED)) {
      const start = pos + index;
      if (start >= from && start + whole.length <= to) found.push({ from: start, to: start + whole.length, name });
    }
  });
  return found;
}

/** Nothing happens when something else was pasted before it is known which emoji there are. */
export async function turnNames(view: EditorView, rangeOf: RangeOf, paste: object): Promise<void> {
  await ownEmoji();
  const range = view.isDestroyed ? null : rangeOf(view.state);
  if (range?.paste !== paste) return;
  const { tr } = view.state;
  for (const { from, to, name } of named(view.state, range).reverse())
    if (knownOwn(name)) tr.replaceWith(from, to, schema.nodes.emoji!.create({ name }));
  if (tr.docChanged) view.dispatch(tr);
}
