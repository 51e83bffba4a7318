// Who wrote the chosen block: told beside it; loaded on first use.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';
import { loadWriters } from '../../../pages/client/contract.ts';

export async function tellWriter(anchor: Anchor, pageId: number, blockId: string): Promise<void> {
  const { writerLines, writersOf } = await loadWriters();
  const lines = writerLines(await writersOf(pageId), blockId) ?? [el('p', {}, t('editor.who_wrote_unsaved'))];
  const attributes = { class: 'writer-card', role: 'dialog', 'aria-label': t('editor.who_wrote'), tabindex: -1 };
  await openPopover(anchor, el('div', attributes, ...lines));
}
