// Files that wait for a connection, each as a card at the place that it will have.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { type FileKeeper, fileKeeper, HELD_FILES, type HeldFile } from '../../../../core/client/offline-files.ts';
import { failed } from '../../../../core/client/toast.ts';
import { newBlockId } from '../../../blocks/block.ts';
import { blockById } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';

/** Whoever draws cards in the text. */
export interface CardPlace {
  show(view: EditorView, id: object, pos: number, dom: HTMLElement): void;
  hide(view: EditorView, id: object): void;
}

/** Ids of the blocks before a position, the nearest first. */
function idsBefore(doc: Node, pos: number): string[] {
  const $pos = doc.resolve(Math.min(pos, doc.content.size));
  const found: string[] = [];
  for (let at = $pos.index() - 1; at >= 0 && found.length < 5; at -= 1) {
    const { type, attrs } = $pos.parent.child(at);
    if (type === schema.nodes.block) found.push(attrs.id);
  }
  return found;
}

/** Keeps a file for a place of the text. @throws Error that says what to do */
export async function holdFile(
  keeper: FileKeeper,
  view: EditorView,
  pageId: number,
  file: File,
  pos: number,
): Promise<void> {
  const before = idsBefore(view.state.doc, pos);
  // Behind those that wait at the same place.
  const same = (await keeper.of(pageId)).filter(({ after }) => after.includes(before[0] ?? '') || !before.length);
  const after = [...same.map(({ block_id }) => block_id).reverse(), ...before];
  await keeper.hold({ block_id: newBlockId(), page_id: pageId, name: file.name || 'file', content: file, after });
}

/** Shows what waits for a page, as it comes and goes. */
export function followHeld(view: EditorView, pageId: number, place: CardPlace): void {
  const shown = new Map<string, object>();
  const draw = async () => {
    const waiting = (await fileKeeper()?.of(pageId)) ?? [];
    if (view.isDestroyed) return;
    for (const [blockId, id] of shown) {
      if (waiting.some(({ block_id }) => block_id === blockId)) continue;
      shown.delete(blockId);
      place.hide(view, id);
    }
    for (const file of waiting) {
      if (shown.has(file.block_id)) continue;
      const id = {};
      shown.set(file.block_id, id);
      place.show(view, id, positionOf(view, file), heldCard(file));
    }
  };
  document.addEventListener(HELD_FILES, () => void draw().catch(failed));
  void draw().catch(failed);
}

function positionOf({ state }: EditorView, { after }: HeldFile): number {
  for (const id of after) {
    const found = blockById(state.doc, id);
    if (found) return found.pos + found.node.nodeSize;
  }
  return state.doc.content.size;
}

function heldCard({ block_id, name, content }: HeldFile): HTMLElement {
  const said = fileKeeper()?.words(name);
  const drop = el(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': said?.drop,
      onclick: () => void fileKeeper()?.drop(block_id).catch(failed),
    },
    icon('x'),
  );
  const words = el('span', {}, said?.waiting ?? name);
  return el(
    'div',
    { class: 'upload-card', contenteditable: 'false', 'data-held': block_id },
    ...(content.type.startsWith('image/') ? [preview(content)] : []),
    words,
    drop,
  );
}

function preview(content: Blob): HTMLElement {
  const src = URL.createObjectURL(content);
  const forget = () => URL.revokeObjectURL(src);
  return el('img', { src, alt: '', onload: forget, onerror: forget });
}
