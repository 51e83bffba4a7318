// Keeps in mind where was pasted last; where names between colons came, what they mean is looked up.
import type { EditorState, PluginSpec, PluginView, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';

/** Where the last paste went, as the text around it changes; another `paste` for each. */
export interface PasteRange {
  paste: object;
  from: number;
  to: number;
}

export type RangeOf = (state: EditorState) => PasteRange | null | undefined;

function changedBy({ mapping }: Transaction): PasteRange | null {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const [at, map] of mapping.maps.entries())
    map.forEach((_start, _end, start, end) => {
      const rest = mapping.slice(at + 1);
      from = Math.min(from, rest.map(start, -1));
      to = Math.max(to, rest.map(end));
    });
  return from < to ? { paste: {}, from, to } : null;
}

export const pastedRange: NonNullable<PluginSpec<PasteRange | null>['state']> = {
  init: () => null,
  apply(tr, range) {
    if (tr.getMeta('uiEvent') === 'paste') return changedBy(tr);
    return range && { ...range, from: tr.mapping.map(range.from), to: tr.mapping.map(range.to, -1) };
  },
};

/** `rangeOf` reads what `pastedRange` keeps. */
export const turnPastedNames = (rangeOf: RangeOf) => (): PluginView => ({
  update(view: EditorView, before: EditorState) {
    const range = rangeOf(view.state);
    if (!range || range.paste === rangeOf(before)?.paste) return;
    if (!view.state.doc.textBetween(range.from, range.to, ' ').includes(':')) return;
    import('./emoji-names.ts').then(({ turnNames }) => turnNames(view, rangeOf, range.paste)).catch(failed);
  },
});
