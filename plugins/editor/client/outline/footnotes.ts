// Footnotes: a sign in the text and a note at the end of the page; each leads to the other.
import type { Node } from 'prosemirror-model';
import { type Command, Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { makeBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { byBlock, nodesIn } from '../editor/per-block-cache.ts';

const SIGN = /\[\^([^\s[\]^]{1,64})\]/g;
const PAUSE_MS = 150;

const key = new PluginKey<DecorationSet>('footnotes');

interface Sign {
  key: string;
  from: number;
  to: number;
}

const isNote = ({ type }: Node): boolean => type === schema.nodes.footnote;
const notesOf = byBlock((block) => nodesIn(block, isNote));

const notesIn = (doc: Node): Map<string, number> =>
  new Map(notesOf(doc).map(({ one, at }) => [one.node.attrs.key as string, at + one.pos]));

/** What looks like a sign, whether there is a note for it or not. */
const signsOf = byBlock<Sign>((block) => {
  const isText = ({ isTextblock, type }: Node): boolean => isTextblock && !type.spec.code;
  return nodesIn(block, isText, ({ isTextblock }) => isTextblock).flatMap(({ node, pos }) => {
    const text = node.textBetween(0, node.content.size, '\ufffc', '\ufffc');
    return [...(text.includes('[^') ? text.matchAll(SIGN) : [])].map(({ 0: sign, 1: key = '', index }) => ({
      key,
      from: pos + 1 + index,
      to: pos + 1 + index + sign.length,
    }));
  });
});

/** Signs of notes that there are, in reading order. */
function signsIn(doc: Node, notes: Map<string, number>): Sign[] {
  if (notes.size === 0) return [];
  return signsOf(doc)
    .filter(({ one }) => notes.has(one.key))
    .map(({ one: { key, from, to }, at }) => ({ key, from: at + from, to: at + to }));
}

function goTo(view: EditorView, pos: number): void {
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(pos), 1)).scrollIntoView());
  view.focus();
}

/** From a sign to the end of its note. */
function goToNote(view: EditorView, name: string): boolean {
  const at = notesIn(view.state.doc).get(name);
  const note = at === undefined ? null : view.state.doc.nodeAt(at);
  if (at === undefined || !note) return false;
  goTo(view, at + note.nodeSize - 1);
  return true;
}

/** From a note back to its first sign. */
export function goToSign(view: EditorView, name: string): void {
  const { doc } = view.state;
  const sign = signsIn(doc, notesIn(doc)).find((one) => one.key === name);
  if (sign) goTo(view, sign.to);
}

/** Ctrl+Enter beside a sign goes to its note, in a note back to its sign. */
export const followNote: Command = (state, _dispatch, view) => {
  const { $from } = state.selection;
  if (!view) return false;
  if ($from.parent.type === schema.nodes.footnote) {
    goToSign(view, $from.parent.attrs.key);
    return true;
  }
  const [sign] = key.getState(state)?.find($from.pos, $from.pos) ?? [];
  return sign ? goToNote(view, sign.spec.note) : false;
};

/** Puts the next free number at the caret and its note at the end of the page, with the caret in it. */
export function insertFootnote(view: EditorView): void {
  const { tr, doc } = view.state;
  const taken = notesIn(doc);
  let number = 1;
  while (taken.has(String(number))) number++;
  tr.insertText(`[^${number}]`);
  const at = tr.doc.content.size;
  tr.insert(at, makeBlock(schema.nodes.footnote!.create({ key: String(number) })));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView());
}

class Signs {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = '';

  constructor(view: EditorView) {
    this.#view = view;
    this.#plan();
  }

  update(view: EditorView, before: { doc: Node }): void {
    if (view.state.doc !== before.doc) this.#plan();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), PAUSE_MS);
  }

  #draw(): void {
    const { doc, tr } = this.#view.state;
    const signs = signsIn(doc, notesIn(doc));
    const shown = JSON.stringify(signs);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const marks = signs.map(({ key: note, from, to }) =>
      Decoration.inline(from, to, { class: 'note-sign' }, { note, inclusiveStart: false, inclusiveEnd: false }),
    );
    this.#view.dispatch(tr.setMeta(key, DecorationSet.create(doc, marks)).setMeta('addToHistory', false));
  }
}

export const footnotes = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, drawn) => (tr.getMeta(key) as DecorationSet | undefined) ?? drawn.map(tr.mapping, tr.doc),
  },
  props: {
    decorations: (state) => key.getState(state),
    handleClick(view, pos, event) {
      const isSign = event.target instanceof Element && event.target.closest('.note-sign');
      const [sign] = isSign ? (key.getState(view.state)?.find(pos, pos) ?? []) : [];
      return sign ? goToNote(view, sign.spec.note) : false;
    },
  },
  view: (view) => new Signs(view),
});
