// Goes to the block that the address names, when the page opens and whenever a link inside it is followed.
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { blockById } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { OPEN_EVENT } from '../views/source-view.ts';

const key = new PluginKey<DecorationSet>('anchors');

/** Opens every toggle around a position, or nobody could see what is inside. */
export function openAround(view: EditorView, pos: number): void {
  const { doc, tr } = view.state;
  const $pos = doc.resolve(pos);
  for (let depth = $pos.depth; depth > 0; depth--) {
    const content = $pos.node(depth).type === schema.nodes.group ? $pos.node(depth - 1).firstChild : null;
    const at = $pos.before(depth) - (content?.nodeSize ?? 0);
    if (content?.attrs.toggle) view.nodeDOM(at)?.dispatchEvent(new Event(OPEN_EVENT));
    else if (content && content.type === schema.nodes.toggle && !content.attrs.open)
      tr.setNodeAttribute(at, 'open', true);
  }
  if (tr.docChanged) view.dispatch(tr);
}

/** Scrolls to a block and marks it. */
export function goToBlock(view: EditorView, id: string): boolean {
  const place = blockById(view.state.doc, id);
  if (!place) return false;
  openAround(view, place.pos);
  const mark = Decoration.node(place.pos, place.pos + place.node.nodeSize, { class: 'is-target' });
  view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(view.state.doc, [mark])));
  (view.nodeDOM(place.pos) as HTMLElement | null)?.scrollIntoView({ block: 'center' });
  return true;
}

function goToAddress(view: EditorView): void {
  if (location.hash.length > 1) goToBlock(view, decodeURIComponent(location.hash.slice(1)));
}

export const anchors = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, marked) {
      const given = tr.getMeta(key) as DecorationSet | undefined;
      // The mark has done its work once somebody writes.
      return given ?? (tr.docChanged ? DecorationSet.empty : marked);
    },
  },
  props: { decorations: (state) => key.getState(state) },
  view(view) {
    const follow = () => goToAddress(view);
    addEventListener('hashchange', follow);
    // Once the editor is there as a whole.
    queueMicrotask(follow);
    return { destroy: () => removeEventListener('hashchange', follow) };
  },
});
