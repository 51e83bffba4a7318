// Comments from the text: asks for one on the selected text or the chosen block, and marks the text once it is written.
import { keydownHandler } from 'prosemirror-keymap';
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { requestComment, takesComments } from '../../../../core/client/comment-request.ts';
import { selectedBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { BlockRange } from './block-range.ts';

const QUOTE_MAX = 500;

/** Text somebody is commenting on; it moves with the changes around it. */
interface Waiting {
  from: number;
  to: number;
}

const waiting = new PluginKey<Waiting | null>('commented');

function textOf({ doc }: EditorState, from: number, to: number): string {
  return doc.textBetween(from, to, ' ', ' ').trim().slice(0, QUOTE_MAX);
}

/** What is commented on as a stretch that gets marked: selected text, or several blocks; one block has its thread. */
function stretchOf({ selection }: EditorState): Waiting | null {
  const isStretch = selection instanceof BlockRange ? selection.blocks.length > 1 : selection instanceof TextSelection;
  return isStretch && !selection.empty ? { from: selection.from, to: selection.to } : null;
}

/** Asks for a comment on the selected text or blocks, else on the block; false where nobody takes comments. */
export function commentOnChosen(view: EditorView): boolean {
  const { state } = view;
  const place = selectedBlock(state);
  if (!place || !takesComments()) return false;
  const stretch = stretchOf(state);
  const { from, to } = stretch ?? { from: place.pos, to: place.pos + place.content.nodeSize };
  if (stretch) view.dispatch(state.tr.setMeta(waiting, stretch));
  requestComment({
    blockId: place.node.attrs.id,
    quote: textOf(state, from, to),
    made: (id) => stretch && mark(view, id),
    ended: () => view.isDestroyed || view.dispatch(view.state.tr.setMeta(waiting, null)),
  });
  return true;
}

/** The text may have been removed meanwhile; then the thread stays with the block. */
function mark(view: EditorView, id: number): void {
  const range = waiting.getState(view.state);
  if (!range || range.from >= range.to) return;
  const type = schema.marks.comment;
  if (type) view.dispatch(view.state.tr.addMark(range.from, range.to, type.create({ id })));
}

export const commentMarks = new Plugin<Waiting | null>({
  key: waiting,
  state: {
    init: () => null,
    apply(tr, range) {
      const set = tr.getMeta(waiting) as Waiting | null | undefined;
      if (set !== undefined) return set;
      return range && { from: tr.mapping.map(range.from, 1), to: tr.mapping.map(range.to, -1) };
    },
  },
  props: {
    decorations(state) {
      const range = waiting.getState(state);
      if (!range) return null;
      return DecorationSet.create(state.doc, [Decoration.inline(range.from, range.to, { class: 'is-commented' })]);
    },
    handleKeyDown: keydownHandler({
      'Mod-Alt-m': (_state, _dispatch, view) => view !== undefined && commentOnChosen(view),
    }),
  },
});
