// The menu of the chosen blocks; loaded on first use.
import type { Command } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { copyOut } from '../../../../core/client/clipboard.ts';
import { takesComments } from '../../../../core/client/comment-request.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, type MenuItem, openMenu } from '../../../../core/client/popover.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { blockById } from '../../../blocks/commands/block-position.ts';
import { fromDoc } from '../../../blocks/schema/document.ts';
import { nodeName } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { columnItems } from '../tables/column-commands.ts';
import { openTableMenu } from '../tables/table-menus.ts';
import { openColours } from '../text/colour-panel.ts';
import { turnIntoItems } from '../text/selection-bar.ts';
import { mediaItems } from '../views/media-items.ts';
import { BlockRange, chosenBlocks } from './block-range.ts';
import { commentOnChosen } from './comment-marks.ts';
import type { BlockMove } from './move-to-page.ts';
import { chooseBlock, deleteBlocks, duplicateBlocks, moveChosen, renamed, shift } from './range-commands.ts';
import { syncChosen } from './synced-commands.ts';

/** Loaded with this menu: alone they would cut what they share with the editor into one more piece. */
export { openLineMenu, openTableMenu } from '../tables/table-menus.ts';

/** Element of the first chosen block. */
function chosenElement(view: EditorView): HTMLElement | null {
  const chosen = chosenBlocks(view.state);
  return chosen && (view.nodeDOM(chosen.from) as HTMLElement | null);
}

/** By keyboard: in a table the menu of its rows and columns, which leads to the other one. */
export function openMenuAtCaret(view: EditorView): void {
  if (!isInTable(view.state)) {
    openBlockMenu(view);
    return;
  }
  const anchor = selectionAnchor(view);
  const block = { label: t('editor.block_menu'), icon: 'grip-vertical', separated: true };
  openTableMenu(view, anchor, [{ ...block, run: () => setTimeout(() => openBlockMenu(view)) }]);
}

/** Opens the menu; a caret in text first chooses its block. */
export function openBlockMenu(view: EditorView, beside?: Anchor): void {
  chooseBlock(view.state, view.dispatch);
  const element = chosenElement(view);
  if (!element) return;
  const anchor = beside ?? around(element);
  openMenu(anchor, t('editor.block_menu'), blockItems(view, anchor)).then(() => view.focus());
}

/** Does what the item of this message does, with the block of the caret. */
export function runBlockAct(view: EditorView, key: string): void {
  chooseBlock(view.state, view.dispatch);
  const element = chosenElement(view);
  const label = t(`editor.${key}`);
  if (element)
    blockItems(view, around(element))
      .find((item) => item.label === label)
      ?.run?.();
}

/** Not the element itself: a block is no button that could be expanded. */
const around = (element: HTMLElement): Anchor => ({ getBoundingClientRect: () => element.getBoundingClientRect() });

function blockItems(view: EditorView, anchor: Anchor): MenuItem[] {
  const run = (command: Command) => () => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const again = (open: () => void) => () => setTimeout(open);
  const media = mediaItems(view);
  return [
    ...media,
    {
      label: t('editor.turn_into'),
      icon: 'repeat',
      separated: media.length > 0,
      run: again(() => openMenu(anchor, t('editor.turn_into'), turnIntoItems(view))),
    },
    { label: t('editor.colour'), icon: 'palette', run: again(() => colourBlocks(view)) },
    ...(takesComments()
      ? [
          {
            label: t('editor.comment'),
            icon: 'message-square',
            hint: keysText('mod+alt+m'),
            run: again(() => void commentOnChosen(view)),
          },
        ]
      : []),
    {
      label: t('editor.move_to'),
      icon: 'folder-input',
      run: again(() => openMove(view, anchor).catch(failed)),
    },
    { label: t('editor.synced_make'), icon: 'refresh-cw', run: () => void syncChosen(view, hereOf(view)) },
    ...(isNested(view)
      ? []
      : [{ label: t('editor.who_wrote'), icon: 'history', run: again(() => openWriter(view, anchor).catch(failed)) }]),
    { label: t('editor.copy_block_link'), icon: 'link', run: () => copyLink(view) },
    { label: t('editor.duplicate'), icon: 'copy', hint: keysText('mod+d'), run: run(duplicateBlocks) },
    {
      label: t('editor.move_up'),
      icon: 'arrow-up',
      hint: keysText('alt+shift+arrowup'),
      run: run(moveChosen(-1)),
      separated: true,
    },
    {
      label: t('editor.move_down'),
      icon: 'arrow-down',
      hint: keysText('alt+shift+arrowdown'),
      run: run(moveChosen(1)),
    },
    { label: t('editor.indent'), icon: 'indent-increase', hint: keysText('tab'), run: run(shift('in')) },
    { label: t('editor.outdent'), icon: 'indent-decrease', hint: keysText('shift+tab'), run: run(shift('out')) },
    ...columnItems(view, anchor),
    { label: t('editor.delete'), icon: 'trash-2', danger: true, separated: true, run: run(deleteBlocks) },
  ];
}

/** The page, also from an editor inside it. */
const hereOf = (view: EditorView): number => Number(view.dom.closest<HTMLElement>('.article[data-page]')?.dataset.page);

/** The chosen blocks as another page gets them, under new ids, and how they leave this one. */
function movingOut(view: EditorView, { from, to }: { from: number; to: number }): BlockMove {
  const nodes = view.state.doc.slice(from, to).content;
  const [first, last] = [nodes.firstChild?.attrs.id as string, nodes.lastChild?.attrs.id as string];
  return {
    blocks: fromDoc(schema.nodes.doc!.create(null, renamed(nodes))),
    remove() {
      // Meanwhile they may stand elsewhere.
      const { doc, tr } = view.state;
      const [start, end] = [blockById(doc, first), blockById(doc, last)];
      if (!start || !end || start.parent !== end.parent) return;
      view.dispatch(tr.setSelection(BlockRange.create(doc, start.pos, end.pos + end.node.nodeSize)));
      deleteBlocks(view.state, view.dispatch);
    },
    done: () => view.focus(),
  };
}

/** What stands in a synced block has a history of its own. */
const isNested = (view: EditorView): boolean => Boolean(view.dom.parentElement?.closest('.ProseMirror'));

async function openWriter(view: EditorView, anchor: Anchor): Promise<void> {
  const chosen = chosenBlocks(view.state);
  const id = chosen && view.state.doc.nodeAt(chosen.from)?.attrs.id;
  const { tellWriter } = await import('./block-writer.ts');
  if (id) await tellWriter(anchor, hereOf(view), id);
  view.focus();
}

async function openMove(view: EditorView, anchor: Anchor): Promise<void> {
  const chosen = chosenBlocks(view.state);
  const { moveToPage } = await import('./move-to-page.ts');
  if (chosen) moveToPage(anchor, hereOf(view), movingOut(view, chosen));
}

/** Nodes whose own colour is that of a box. */
const BOXES = new Set(BLOCK_CLIENTS.filter(({ hasBox }) => hasBox).map(({ type }) => nodeName(type)));

function colourBlocks(view: EditorView): void {
  const element = chosenElement(view);
  if (!element) return;
  const { selection } = view.state;
  const [only, more] = selection instanceof BlockRange ? selection.blocks : [];
  const isBox = only && !more && BOXES.has(only.node.firstChild?.type.name ?? '');
  const box = isBox ? only.pos + 1 : null;
  openColours(
    around(element),
    (name, colour) => {
      if (name === 'box' && box !== null) {
        view.dispatch(view.state.tr.setNodeAttribute(box, 'color', colour ?? 'default'));
        view.focus();
        return;
      }
      const chosen = chosenBlocks(view.state);
      const type = schema.marks[name];
      if (!chosen || !type) return;
      const tr = view.state.tr.removeMark(chosen.from, chosen.to, type);
      if (colour) tr.addMark(chosen.from, chosen.to, type.create({ name: colour }));
      view.dispatch(tr);
      view.focus();
    },
    box === null ? ['color', 'highlight'] : ['box', 'color', 'highlight'],
  );
}

async function copyLink(view: EditorView): Promise<void> {
  const id = chosenElement(view)?.dataset.id;
  await copyOut(`${location.origin}${location.pathname}#${id}`, t('editor.link_copied'));
}
