// Colours of code while it is written: drawn over the text a moment after it changed, by a part that is loaded on first use.
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import type { ColourRange } from '../../../blocks/client/reading/code-highlighting.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { byBlock, type NodePosition, nodesIn } from '../editor/per-block-cache.ts';

const key = new PluginKey<DecorationSet>('code-colours');
/** Keys come faster than that, and none of them waits for colours. */
const PAUSE_MS = 80;

const isCode = ({ type, attrs }: Node): boolean => type === schema.nodes.codeBlock && attrs.language;
const codeIn = byBlock((block) => nodesIn(block, isCode));

class Colours {
  readonly #view: EditorView;
  /** stretches of each text that has been coloured, by its node: unchanged code keeps its node */
  readonly #known = new WeakMap<Node, ColourRange[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    this.#timer = setTimeout(() => this.#colour().catch(failed), PAUSE_MS);
  }

  async #colour(): Promise<void> {
    if (!this.#pieces().some(({ node }) => !this.#known.has(node))) return;
    const { colourCode } = await import('../../../blocks/client/reading/code-highlighting.ts');
    // Somebody may have gone on writing while it was loaded.
    const pieces = this.#pieces();
    const drawn = pieces.flatMap(({ node, pos }) => {
      const stretches = this.#known.get(node) ?? colourCode(node.attrs.language, node.textContent);
      this.#known.set(node, stretches);
      return stretches.map(({ from, to, classes }) =>
        Decoration.inline(pos + 1 + from, pos + 1 + to, { class: classes }),
      );
    });
    const { tr, doc } = this.#view.state;
    this.#view.dispatch(tr.setMeta(key, DecorationSet.create(doc, drawn)).setMeta('addToHistory', false));
  }

  /** Code that names its language, with where it stands. */
  #pieces(): NodePosition[] {
    return codeIn(this.#view.state.doc).map(({ one: { node, pos }, at }) => ({ node, pos: at + pos }));
  }
}

export const codeColours = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, drawn) => (tr.getMeta(key) as DecorationSet | undefined) ?? drawn.map(tr.mapping, tr.doc),
  },
  props: { decorations: (state) => key.getState(state) },
  view: (view) => new Colours(view),
});
