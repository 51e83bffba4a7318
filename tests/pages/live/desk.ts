/** An editor without a screen, bound to a shared document, for tests. */
import { type Command, EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import * as Y from 'yjs';
import type { Block } from '../../../plugins/blocks/block.ts';
import { blockById } from '../../../plugins/blocks/commands/block-position.ts';
import { fromDoc, toDoc } from '../../../plugins/blocks/schema/document.ts';
import { Binding } from '../../../plugins/editor/client/live/binding.ts';
import { createYDoc, project, seed } from '../../../plugins/rooms/document/ydoc.ts';

type View = Parameters<Binding['show']>[0];

export class Desk {
  readonly doc: Y.Doc;
  readonly binding: Binding;
  state: EditorState;
  /** nothing on it has the focus */
  readonly dom = { ownerDocument: { activeElement: null }, contains: () => false };
  readonly #view: { update?(view: View, before: EditorState): void };

  /** `isThere`: the document has come before the editor; `meanwhile` happens before it is shown. */
  constructor(doc: Y.Doc, isThere = false, meanwhile?: () => void) {
    this.doc = doc;
    this.binding = new Binding(doc);
    const { plugin } = this.binding;
    this.state = EditorState.create({ doc: isThere ? this.binding.text() : toDoc([]), plugins: [plugin] });
    this.#view = plugin.spec.view?.(this.#self) ?? {};
    meanwhile?.();
    this.binding.show(this.#self);
  }

  get #self(): View {
    return this as unknown as View;
  }

  dispatch(tr: Transaction): void {
    const before = this.state;
    this.state = before.apply(tr);
    this.#view.update?.(this.#self, before);
  }

  /** Whether the command was one that could be run. */
  run(command: Command): boolean {
    return command(this.state, (tr) => this.dispatch(tr), this.#self);
  }

  /** Puts the caret into the text of a block. */
  caret(id: string, offset: number): void {
    const place = blockById(this.state.doc, id);
    if (!place) throw new Error(`no block ${id}`);
    const { tr } = this.state;
    this.dispatch(tr.setSelection(TextSelection.create(tr.doc, place.pos + 2 + offset)));
  }

  type(id: string, offset: number, text: string): void {
    this.caret(id, offset);
    this.dispatch(this.state.tr.insertText(text));
  }

  get blocks(): Block[] {
    return fromDoc(this.state.doc);
  }

  /** What the server would put into the page. */
  get projected(): Block[] {
    return project(this.doc).blocks;
  }
}

/** People at one page, each with a copy of it. */
export function crowd(blocks: Block[], people: number): Desk[] {
  const state = seed({ title: 'Title', blocks });
  return Array.from({ length: people }, (_, index) => new Desk(createYDoc([state]), index % 2 === 0));
}

/** Everybody gets what everybody wrote. */
export function meet(...desks: { doc: Y.Doc }[]): void {
  for (let round = 0; round < 2; round++)
    for (const { doc } of desks)
      for (const other of desks)
        if (other.doc !== doc) Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(other.doc)));
}
