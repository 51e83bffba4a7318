// The headings of the page as it is written, for what lists them: read a moment after the text has changed.
import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Heading } from '../../../blocks/outline.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { byBlock, nodesIn } from '../editor/per-block-cache.ts';

const PAUSE_MS = 150;

type Heard = (headings: Heading[]) => void;

const isHeading = ({ type, firstChild }: Node): boolean =>
  type === schema.nodes.block && firstChild?.type === schema.nodes.heading;

const found = byBlock<Heading>((block) =>
  nodesIn(block, isHeading).map(({ node }) => {
    const { attrs, textContent } = node.firstChild as Node;
    return { id: node.attrs.id, level: attrs.level, text: textContent.trim() };
  }),
);
const headingsOf = (doc: Node): Heading[] => found(doc).map(({ one }) => one);

class Headings {
  readonly #heard = new Set<Heard>();
  #view: EditorView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known: Heading[] = [];

  /** Calls back at once and after each change; returns what ends it. */
  watch(heard: Heard): () => void {
    this.#heard.add(heard);
    heard(this.#known);
    return () => this.#heard.delete(heard);
  }

  attach(view: EditorView) {
    this.#view = view;
    this.#read();
    return {
      update: (_view: EditorView, before: { doc: Node }) => {
        if (view.state.doc === before.doc) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#read(), PAUSE_MS);
      },
      destroy: () => clearTimeout(this.#timer),
    };
  }

  #read(): void {
    const found = headingsOf((this.#view as EditorView).state.doc);
    if (JSON.stringify(found) === JSON.stringify(this.#known)) return;
    this.#known = found;
    for (const heard of this.#heard) heard(found);
  }
}

/** Of the one editor of the page. */
export const headings = new Headings();

export const headingReader = new Plugin({ view: (view) => headings.attach(view) });
