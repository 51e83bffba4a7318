// Makes synced blocks of chosen ones, shows one in another place, and makes its blocks the page's own again.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { blockAt, blockById, makeBlock } from '../../../blocks/commands/block-position.ts';
import { fromDoc } from '../../../blocks/schema/document.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { insertContents } from '../slash-menu/insert.ts';
import { chosenBlocks } from './block-range.ts';
import { renamed } from './range-commands.ts';

const CHOICE_MAX = 100;

const syncedNode = (id: number): Node => schema.nodes.synced!.create({ syncedBlockId: id });

/** Keeps the chosen blocks once and shows them here by reference. The page's rights become theirs. */
export async function syncChosen(view: EditorView, pageId: number): Promise<void> {
  const chosen = chosenBlocks(view.state);
  if (!chosen) return;
  const { content } = view.state.doc.slice(chosen.from, chosen.to);
  const [first, last] = [content.firstChild?.attrs.id, content.lastChild?.attrs.id];
  const blocks = fromDoc(schema.nodes.doc!.create(null, content));
  try {
    const made = await send<{ id: number }>('POST', '/api/v2/synced-blocks', { blocks, page_id: pageId });
    // The text may have moved while the service answered.
    const start = blockById(view.state.doc, first);
    const end = blockById(view.state.doc, last);
    if (!start || !end) return;
    const to = end.pos + end.node.nodeSize;
    view.dispatch(view.state.tr.replaceWith(start.pos, to, makeBlock(syncedNode(made.id))));
    view.focus();
  } catch (error) {
    failed(error);
  }
}

/** Offers the synced blocks that the writer may see, and shows the chosen one where the caret is. */
export async function insertSynced(view: EditorView): Promise<void> {
  const path = `/api/v2/synced-blocks?limit=${CHOICE_MAX}`;
  const found = await send<{ id: number; title: string }[]>('GET', path).catch(failed);
  if (!found) return;
  if (!found.length) return void toast(t('editor.synced_none'));
  const items = found.map(({ id, title }) => ({
    label: title || t('editor.untitled'),
    icon: 'refresh-cw',
    run: () => {
      insertContents(view, [syncedNode(id)]);
      view.focus();
    },
  }));
  await openMenu(selectionAnchor(view), t('editor.block_synced'), items);
}

/** Puts blocks of the page's own, under new ids, in the place of the synced block whose content stands at `pos`. */
export function unsync(view: EditorView, pos: number, doc: Node): void {
  const place = blockAt(view.state.doc, pos - 1);
  if (!place) return;
  view.dispatch(view.state.tr.replaceWith(place.pos, place.pos + place.node.nodeSize, renamed(doc.content)));
  view.focus();
}
