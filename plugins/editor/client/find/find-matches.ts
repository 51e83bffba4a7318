// What was found in the page: the places, which move along with the text, and how they are drawn.
import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet, type EditorView } from 'prosemirror-view';

export interface FindQuery {
  text: string;
  isExact: boolean;
}

export interface Match {
  from: number;
  to: number;
  /** in words beside the text of the block from `from` to `to`: which, and where in them */
  beside?: { name: string; at: number; length: number };
}

export interface FindState {
  matches: Match[];
  current: number;
  drawn: DecorationSet;
}

export const NONE: FindState = { matches: [], current: -1, drawn: DecorationSet.empty };
export const findKey = new PluginKey<FindState>('find');

/** Draws what was found; the places move along with the text until they are looked for anew. */
export const findMarks = new Plugin<FindState>({
  key: findKey,
  state: {
    init: () => NONE,
    apply(tr, found) {
      const given = tr.getMeta(findKey) as FindState | undefined;
      if (given) return given;
      if (!tr.docChanged || !found.matches.length) return found;
      const matches = found.matches.map((match) => ({
        ...match,
        from: tr.mapping.map(match.from),
        to: tr.mapping.map(match.to, -1),
      }));
      return { ...found, matches, drawn: found.drawn.map(tr.mapping, tr.doc) };
    },
  },
  props: { decorations: (state) => findKey.getState(state)?.drawn },
});

export const findStateOf = (view: EditorView): FindState => findKey.getState(view.state) ?? NONE;
