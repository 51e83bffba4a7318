// Names of the workspace's own emoji in what was pasted become these emoji, once it is known which there are.
import type { EditorState, PluginSpec, PluginView, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import { schema } from '../../blocks/schema.ts';
import { knownOwn, ownEmoji } from './emoji-list.ts';

/** Where the last paste went, as the text around it changes; a new object for each paste. */
export interface Pasted {
  paste: object;
  from: number;
  to: number;
}

const NAMED = /:([a-z0-9_+-]{1,64}):/g;

function changedBy(tr: Transaction): Pasted | null {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const [at, map] of tr.mapping.maps.entries())
    map.forEach((_start, _end, start, end) => {
      const rest = tr.mapping.slice(at + 1);
      from = Math.min(from, rest.map(start, -1));
      to = Math.max(to, rest.map(end));
    });
  return from < to ? { paste: {}, from, to } : null;
}

/** Keeps in mind where was pasted. */
export const pastedRange: NonNullable<PluginSpec<Pasted | null>['state']> = {
  init: () => null,
  apply(tr, range) {
    if (tr.getMeta('uiEvent') === 'paste') return changedBy(tr);
    if (!range || !tr.docChanged) return range;
    return { paste: range.paste, from: tr.mapping.map(range.from, 1), to: tr.mapping.map(range.to, -1) };
  },
};

/** Each name outside of code that is one of an emoji. */
function named(state: EditorState, { from, to }: Pasted): { from: number; to: number; name: string }[] {
  const found: { from: number; to: number; name: string }[] = [];
  state.doc.nodesBetween(from, Math.min(to, state.doc.content.size), (node, pos, parent) => {
    if (!node.text || parent?.type.spec.code || schema.marks.code?.isInSet(node.marks)) return;
    for (const { index, 0: whole, 1: name = '' } of node.text.matchAll(NAMED)) {
      const start = pos + index;
      if (start >= from && start + whole.length <= to) found.push({ from: start, to: start + whole.length, name });
    }
  });
  return found;
}

/** `rangeOf` reads what `pastedRange` keeps. */
export function turnPastedNames(rangeOf: (state: EditorState) => Pasted | null | undefined) {
  return (): PluginView => ({
    update(view: EditorView, before: EditorState) {
      const range = rangeOf(view.state);
      if (!range || range.paste === rangeOf(before)?.paste || !named(view.state, range).length) return;
      ownEmoji()
        .then(() => {
          const now = rangeOf(view.state);
          if (now?.paste !== range.paste || view.isDestroyed) return;
          const { tr } = view.state;
          for (const { from, to, name } of named(view.state, now).reverse())
            if (knownOwn(name)) tr.replaceWith(from, to, schema.nodes.emoji!.create({ name }));
          if (tr.docChanged) view.dispatch(tr);
        })
        .catch(failed);
    },
  });
}
