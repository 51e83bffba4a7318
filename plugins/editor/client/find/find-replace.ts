// Looks for a text over the page, captions too, and puts another in its place; tokens between words are left as they are.
import type { Node } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { schema } from '../../../blocks/schema/schema.ts';
import { apart } from '../saving/undo.ts';
import { type FindQuery, type FindState, findKey, findStateOf, type Match, NONE } from './find-matches.ts';

/** What people read of a block that is no text of the page. */
const BESIDE = ['caption', 'title', 'description', 'label'];
const BESIDE_MAX = 2000;

const MATCHES_MAX = 10_000;

/** Small letters of the same length, so that places in it are places in the text. */
const folded = (text: string): string => {
  const small = text.toLowerCase();
  if (small.length === text.length) return small;
  return [...text].map((sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join('');
};

/** All places of a text in reading order; a place is within one text, between its tokens. */
export function findMatches(doc: Node, { text, isExact }: FindQuery): Match[] {
  const wanted = isExact ? text : folded(text);
  const matches: Match[] = [];
  if (!wanted) return matches;
  const each = (whole: string, take: (at: number) => void): void => {
    const searched = isExact ? whole : folded(whole);
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) take(at);
  };
  const { length } = wanted;
  doc.descendants((node, pos) => {
    if (node.isTextblock)
      each(node.textBetween(0, node.content.size, '\ufffc', '\ufffc'), (at) =>
        matches.push({ from: pos + 1 + at, to: pos + 1 + at + length }),
      );
    for (const name of node.isAtom || node.type.spec.code ? BESIDE : [])
      if (typeof node.attrs[name] === 'string')
        each(node.attrs[name], (at) =>
          matches.push({ from: pos, to: pos + node.nodeSize, beside: { name, at, length } }),
        );
    return !node.isTextblock && matches.length < MATCHES_MAX;
  });
  return matches.slice(0, MATCHES_MAX);
}

function draw(doc: Node, matches: Match[], current: number): DecorationSet {
  return DecorationSet.create(
    doc,
    matches.map(({ from, to, beside }, i) => {
      const shown = i === current ? ' current' : '';
      return beside
        ? Decoration.node(from, to, { class: `found-beside${shown}` })
        : Decoration.inline(from, to, { class: `found${shown}` });
    }),
  );
}

/** Marks all places; the current one is the first from `near` on. */
export function showMatches(view: EditorView, query: FindQuery, near: number): void {
  const { doc, tr } = view.state;
  const matches = findMatches(doc, query);
  const after = matches.findIndex(({ from }) => from >= near);
  const current = matches.length ? Math.max(0, after) : -1;
  view.dispatch(tr.setMeta(findKey, { matches, current, drawn: draw(doc, matches, current) } satisfies FindState));
}

export function clearMatches(view: EditorView): void {
  if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(findKey, NONE));
}

/** Makes another place the current one, round at both ends. */
export function stepTo(view: EditorView, step: -1 | 1): void {
  const { matches, current } = findStateOf(view);
  if (!matches.length) return;
  const next = (current + step + matches.length) % matches.length;
  const { doc, tr } = view.state;
  view.dispatch(tr.setMeta(findKey, { matches, current: next, drawn: draw(doc, matches, next) } satisfies FindState));
}

/** The new text takes over the marks of the old one. */
function put(tr: Transaction, { from, to, beside }: Match, text: string): void {
  if (beside) {
    const { name, at, length } = beside;
    const whole = String(tr.doc.nodeAt(from)?.attrs[name] ?? '');
    const changed = `${whole.slice(0, at)}${text}${whole.slice(at + length)}`.slice(0, BESIDE_MAX);
    tr.setNodeAttribute(from, name, changed || null);
    return;
  }
  const marks = tr.doc.nodeAt(from)?.marks ?? [];
  if (text) tr.replaceWith(from, to, schema.text(text, marks));
  else tr.delete(from, to);
}

/** Replaces the current place; where the search goes on from. */
export function replaceCurrent(view: EditorView, text: string): number {
  const { matches, current } = findStateOf(view);
  const match = matches[current];
  if (!match) return 0;
  const tr = apart(view.state.tr);
  put(tr, match, text);
  view.dispatch(tr);
  return match.beside ? match.to : match.from + text.length;
}

/** Replaces all places in one step that can be undone; how many there were. */
export function replaceAll(view: EditorView, query: FindQuery, text: string): number {
  const matches = findMatches(view.state.doc, query);
  const tr = apart(view.state.tr);
  // The last one first, so that the others stay where they are.
  for (const match of [...matches].reverse()) put(tr, match, text);
  if (matches.length) view.dispatch(tr);
  return matches.length;
}

/** Puts the caret where the current place is, for when the search is over. */
export function selectCurrent(view: EditorView): void {
  const { matches, current } = findStateOf(view);
  const match = matches[current];
  if (!match) return;
  const { doc, tr } = view.state;
  const { from, to } = match;
  const isWhole = match.beside !== undefined;
  view.dispatch(tr.setSelection(isWhole ? NodeSelection.create(doc, from) : TextSelection.create(doc, from, to)));
}
