// Files that wait for a connection, each as a card at the place that it will have.
import type { Node } from 'prosemirror-model';
import type { PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type FileKeeper, fileKeeper, HELD_FILES, type HeldFile } from '../../../../core/client/offline-files.ts';
import { RequestError } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { newBlockId } from '../../../blocks/block.ts';
import { blockById } from '../../../blocks/commands/block-position.ts';
import { isLinkAddress } from '../../../blocks/link-address.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import type { WebPicture } from './inline-images.ts';

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
async function holdFile(view: EditorView, pageId: number, file: File, pos: number): Promise<void> {
  const keeper = fileKeeper() as FileKeeper;
  const before = idsBefore(view.state.doc, pos);
  // Behind those that wait at the same place.
  const same = (await keeper.of(pageId)).filter(({ after }) => after.includes(before[0] ?? '') || !before.length);
  const after = [...same.map(({ block_id }) => block_id).reverse(), ...before];
  await keeper.hold({ block_id: newBlockId(), page_id: pageId, name: file.name || 'file', content: file, after });
}

/** Keeps a file that could not be sent, where this browser keeps such; else says why it is not in the page. */
export async function rescueFile(
  error: unknown,
  view: EditorView,
  pageId: number,
  file: File | object,
  pos: number,
): Promise<void> {
  const isUnreachable = error instanceof TypeError || (error instanceof RequestError && error.status === 0);
  if (!isUnreachable || !(file instanceof File)) return failed(error);
  if (!fileKeeper()) return failed(t('core.client.offline'));
  await holdFile(view, pageId, file, pos).catch(failed);
}

/** Shows what waits for a page, as it comes and goes. */
export function followHeld(view: EditorView, pageId: number, cards: PluginKey): void {
  const shown = new Map<string, object>();
  const draw = async () => {
    const waiting = (await fileKeeper()?.of(pageId)) ?? [];
    if (view.isDestroyed) return;
    for (const [blockId, id] of shown) {
      if (waiting.some(({ block_id }) => block_id === blockId)) continue;
      shown.delete(blockId);
      view.dispatch(view.state.tr.setMeta(cards, { id }));
    }
    for (const file of waiting) {
      if (shown.has(file.block_id)) continue;
      const id = {};
      shown.set(file.block_id, id);
      const add = { pos: positionOf(view, file), dom: heldCard(file) };
      view.dispatch(view.state.tr.setMeta(cards, { id, add }));
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

/** What stands for a picture that the server could not get. */
export function linkToPicture({ url, alt }: WebPicture): Node {
  const link = isLinkAddress(url) ? [schema.marks.link!.create({ href: url })] : [];
  return schema.nodes.paragraph!.create(null, schema.text(alt || url, link));
}
