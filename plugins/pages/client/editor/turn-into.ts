// Makes each of the chosen blocks another kind.
import type { Command } from 'prosemirror-state';
import { turnInto } from '../../blocks/commands.ts';
import { blockById } from '../../blocks/position.ts';
import type { BlockKind } from './block-kinds.ts';
import { BlockRange } from './block-range.ts';

export function turnChosenInto({ type, attrs }: BlockKind): Command {
  return (state, dispatch, view) => {
    const { selection } = state;
    if (!(selection instanceof BlockRange) || !dispatch || !view) return turnInto(type, attrs)(state, dispatch);
    let isDone = false;
    for (const { node } of selection.blocks) {
      const place = blockById(view.state.doc, node.attrs.id);
      if (!place) continue;
      dispatch(view.state.tr.setSelection(BlockRange.of(place, view.state.doc)));
      isDone = turnInto(type, attrs)(view.state, dispatch) || isDone;
    }
    return isDone;
  };
}
