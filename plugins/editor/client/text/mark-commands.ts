// Marks on the selected text: on and off, links, colours.
import { toggleMark } from 'prosemirror-commands';
import type { Mark, MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { schema } from '../../../blocks/schema/schema.ts';

export const switchMark = (name: string): Command => toggleMark(schema.marks[name] as MarkType);

/** Whether any of the selected text carries the mark; of an empty selection, whether typing would. */
export function hasMark({ selection, storedMarks, doc }: EditorState, name: string): boolean {
  const type = schema.marks[name] as MarkType;
  const { from, to, empty, $from } = selection;
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type);
}

/** Colours the selected text, or takes its colour away when `colour` is null. */
export function setColour(name: 'color' | 'highlight', colour: string | null): Command {
  return ({ tr, selection }, dispatch) => {
    const type = schema.marks[name] as MarkType;
    if (selection.empty) return false;
    const { from, to } = selection;
    tr.removeMark(from, to, type);
    if (colour) tr.addMark(from, to, type.create({ name: colour }));
    dispatch?.(tr);
    return true;
  };
}

/** The link around the caret with where it begins and ends. */
export function linkAround(state: EditorState): { mark: Mark; from: number; to: number } | null {
  const { $from } = state.selection;
  const { parent } = $from;
  const type = schema.marks.link as MarkType;
  const start = parent.childAfter($from.parentOffset);
  const found = start.node && type.isInSet(start.node.marks) ? start : parent.childBefore($from.parentOffset);
  const mark = found.node && type.isInSet(found.node.marks);
  if (!mark) return null;
  let [from, to, first, last] = [found.offset, found.offset + (found.node?.nodeSize ?? 0), found.index, found.index];
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) from -= parent.child(--first).nodeSize;
  while (last + 1 < parent.childCount && mark.isInSet(parent.child(last + 1).marks))
    to += parent.child(++last).nodeSize;
  return { mark, from: $from.start() + from, to: $from.start() + to };
}

/** Links a stretch of text, or unlinks it when `href` is null. */
export function setLink(from: number, to: number, href: string | null): Command {
  return ({ tr }, dispatch) => {
    const type = schema.marks.link as MarkType;
    tr.removeMark(from, to, type);
    if (href) tr.addMark(from, to, type.create({ href }));
    dispatch?.(tr);
    return true;
  };
}
