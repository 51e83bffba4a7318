// Ties the editor to the shared document: what is written here goes there, what others write appears, undo is one's own.
import { type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import * as Y from 'yjs';
import { REMOTE } from '../editor/block-ids.ts';
import { APART, type UndoHistory, undoing } from '../saving/undo.ts';
import { patch } from './document-patch.ts';
import { positionOf, type RelativePosition, relativePosition } from './relative-position.ts';
import { keptSelection } from './selection-sync.ts';
import { Mirror } from './ydoc-mirror.ts';

const PAUSE_MS = 500;
const CARET = 'caret';

interface Caret {
  anchor: RelativePosition;
  head: RelativePosition;
}

const caretOf = ({ doc, selection }: EditorState): Caret => ({
  anchor: relativePosition(doc, selection.anchor),
  head: relativePosition(doc, selection.head),
});

export class Binding implements UndoHistory {
  readonly #fragment: Y.XmlFragment;
  readonly #mirror: Mirror;
  readonly #history: Y.UndoManager;
  #view: EditorView | null = null;
  #caret: Caret | null = null;
  #isShowing = false;
  #isFollowing = false;
  #isTogether = false;
  /** what an editor was given to begin with, as long as the document says nothing else */
  #text: Node | null = null;
  readonly plugin: Plugin;

  constructor(doc: Y.Doc) {
    this.#fragment = doc.getXmlFragment('blocks');
    this.#mirror = new Mirror(this.#fragment);
    this.#history = new Y.UndoManager(this.#fragment, {
      trackedOrigins: new Set([this]),
      captureTimeout: PAUSE_MS,
      deleteFilter: isOwn,
    });
    this.#history.on('stack-item-added', ({ stackItem }) => stackItem.meta.set(CARET, this.#caret));
    this.#history.on('stack-item-popped', ({ stackItem }) => this.#return(stackItem.meta.get(CARET)));
    this.plugin = this.#makePlugin();
  }

  #makePlugin(): Plugin {
    /** how many changes began something that is undone by itself */
    let begun = 0;
    return new Plugin<UndoHistory>({
      key: undoing,
      state: { init: () => this, apply: () => this },
      filterTransaction: (tr) => {
        if (tr.getMeta(APART)) begun++;
        return true;
      },
      view: () => ({
        update: (view, before) => {
          if (this.#view !== view || this.#isShowing || view.state.doc === before.doc) return;
          if (begun) this.#history.stopCapturing();
          begun = 0;
          this.#write(view.state.doc, caretOf(before));
        },
      }),
    });
  }

  /** What an editor is to begin with. */
  text(): Node {
    this.#follow();
    this.#text = this.#mirror.read(new Set());
    return this.#text;
  }

  /** From here on the editor shows the shared document. Its state must have the plugin. */
  show(view: EditorView): void {
    this.#view = view;
    this.#follow();
    if (view.state.doc !== this.#text) this.#read(new Set());
    this.#text = null;
  }

  hide(): void {
    this.#view = null;
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#fragment.observeDeep((events, { origin }) => {
      if (origin === this) return;
      this.#text = null;
      const changed = new Set(events.map(({ target }) => this.#top(target)));
      if (this.#view) this.#read(changed);
      else this.#mirror.read(changed);
    });
  }

  /** In one message: between two, the others would see a moved block gone, and whoever writes in it without a place. */
  together(changes: () => void): void {
    this.#caret = this.#view && caretOf(this.#view.state);
    this.#isTogether = true;
    try {
      this.#fragment.doc?.transact(changes, this);
    } finally {
      this.#isTogether = false;
    }
  }

  undo(): void {
    this.#caret = this.#view && caretOf(this.#view.state);
    this.#history.undo();
  }

  redo(): void {
    this.#caret = this.#view && caretOf(this.#view.state);
    this.#history.redo();
  }

  #write(doc: Node, caret: Caret | null): void {
    if (!this.#isTogether) this.#caret = caret;
    this.#fragment.doc?.transact(() => this.#mirror.write(doc), this);
  }

  /** The element at the top that holds this one. */
  #top(type: Y.AbstractType<unknown>): unknown {
    let at: Y.AbstractType<unknown> | null = type;
    while (at && at.parent !== this.#fragment) at = at.parent as Y.AbstractType<unknown> | null;
    return at;
  }

  #read(changed: ReadonlySet<unknown>): void {
    const view = this.#view as EditorView;
    const wanted = this.#mirror.read(changed);
    this.#isShowing = true;
    try {
      const inner = innerEditor(view);
      const caret = inner ? view.posAtDOM(inner, 0) : view.state.selection.head;
      for (const steps of portionsOf(changeTo(view.state, wanted, caret), inner))
        if (steps.length) showSteps(view, steps);
    } finally {
      this.#isShowing = false;
    }
    if (view.state.doc.eq(wanted)) this.#mirror.keep(view.state.doc);
    else this.#write(view.state.doc, null);
  }

  /** The caret goes back to where it was before what is undone. */
  #return(caret: Caret | null): void {
    const view = this.#view;
    const { doc, tr } = view?.state ?? {};
    if (!view || !doc || !tr || !caret) return;
    const [anchor, head] = [positionOf(doc, caret.anchor), positionOf(doc, caret.head)];
    if (anchor === null || head === null) return;
    view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))).scrollIntoView());
  }
}

/** What others have written into a block stays when its making is undone, and so does the block: inner items go first. */
const isOwn = ({ content }: Y.Item): boolean =>
  !(content instanceof Y.ContentType) || (content.type as Y.XmlElement | Y.XmlText).length === 0;

/** An editor inside of this one, such as that of a synced block, while somebody writes in it. */
function innerEditor({ dom }: EditorView): Element | null {
  const { activeElement } = dom.ownerDocument;
  return activeElement && activeElement !== dom && dom.contains(activeElement) ? activeElement : null;
}

/** More than these are drawn at once. */
const STEPS_APART = 20;

const isInTable = (at: ResolvedPos): boolean =>
  Array.from({ length: at.depth + 1 }, (_none, depth) => at.node(depth)).some(({ type }) => type.spec.tableRole);

/**
 * Where a block goes and comes in one transaction, all that lies between is drawn anew, and an editor inside of it loses
 * the focus, and with it what is being written there: then one by one. Never within a table, which would be mended
 * while it is half changed.
 */
function portionsOf({ steps, docs }: Transaction, inner: Element | null): (readonly Step[])[] {
  const isApart =
    inner &&
    steps.length <= STEPS_APART &&
    steps.every((step, at) => step instanceof ReplaceStep && !isInTable(docs[at]!.resolve(step.from)));
  return isApart ? steps.map((step) => [step]) : [steps];
}

function showSteps(view: EditorView, steps: readonly Step[]): void {
  const { tr, selection } = view.state;
  for (const step of steps) tr.step(step);
  const kept = keptSelection(selection, tr);
  if (!kept.eq(tr.selection)) tr.setSelection(kept);
  view.dispatch(tr.setMeta(REMOTE, true).setMeta('addToHistory', false));
}

function changeTo(state: EditorState, wanted: Node, caret: number): Transaction {
  try {
    const { tr } = state;
    patch(tr, wanted, caret);
    if (tr.doc.eq(wanted)) return tr;
  } catch {
    // A step between the two would break a rule; all at once they do not.
  }
  const { size } = state.doc.content;
  return state.tr.step(new ReplaceStep(0, size, new Slice(wanted.content, 0, 0)));
}
