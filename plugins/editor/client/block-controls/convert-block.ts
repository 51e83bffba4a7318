// Makes each of the chosen blocks another kind.
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { turnInto } from '../../../blocks/commands/block-commands.ts';
import { blockById } from '../../../blocks/commands/block-position.ts';
import type { MenuKind } from '../slash-menu/block-kinds.ts';
import { BlockRange } from './block-range.ts';

export function turnChosenInto({ type, attrs }: MenuKind): Command {
  return (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof BlockRange) || !dispatch || !view) return turnInto(type, attrs)(state, dispatch);
    let isDone = false;
    const [first, last] = [selection.blocks[0], selection.blocks.at(-1)].map((one) => one?.node.attrs.id as string);
    for (const { node } of selection.blocks) {
      const place = blockById(view.state.doc, node.attrs.id);
      if (!place) continue;
      dispatch(view.state.tr.setSelection(BlockRange.of(place, view.state.doc)));
      isDone = turnInto(type, attrs)(view.state, dispatch) || isDone;
    }
    // What is done to several blocks next is done to the same ones.
    const range = first === last ? null : rangeOf(view.state.doc, first as string, last as string);
    if (range) dispatch(view.state.tr.setSelection(range));
    return isDone;
  };
}

function rangeOf(doc: Node, first: string, last: string): BlockRange | null {
  const [from, to] = [blockById(doc, first), blockById(doc, last)];
  return from && to && from.parent === to.parent ? BlockRange.create(doc, from.pos, to.pos + to.node.nodeSize) : null;
}
