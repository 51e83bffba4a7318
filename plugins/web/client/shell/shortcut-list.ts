// All keyboard shortcuts of the page that is shown, in their groups.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { keysText, shortcutsOfPage } from '../../../../core/client/shortcuts.ts';

function keysElement(keys: string[]): HTMLElement {
  const shown = keys.flatMap((one, index) => [index ? ` ${t('web.client.or')} ` : '', el('kbd', {}, keysText(one))]);
  return el('dd', {}, ...shown);
}

export async function openList(): Promise<void> {
  // What only this list says comes with the words of the palette.
  const { words } = document.querySelector<HTMLElement>('[data-action="palette"]')?.dataset ?? {};
  if (words) await import(words);
  if (document.querySelector('dialog[open]')) return;
  const groups = Map.groupBy(shortcutsOfPage(), ({ group }) => group);
  const content = [...groups].flatMap(([group, shortcuts]) => [
    el('h3', {}, t(group)),
    el('dl', { class: 'keys' }, ...shortcuts.flatMap(({ label, keys }) => [el('dt', {}, t(label)), keysElement(keys)])),
  ]);
  await openDialog(t('web.client.shortcuts.title'), content, []);
}
