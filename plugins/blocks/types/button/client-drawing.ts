// A button as its writers see it: it can be pressed, and its automation is chosen beside it.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { buttonFault, loadButtonAutomations, startButtonAutomation } from './client-automation.ts';

const pageOf = (view: EditorView): number =>
  Number(view.dom.closest<HTMLElement>('.article[data-page]')?.dataset.page ?? 0);

/** @throws RequestError */
async function choose(anchor: HTMLElement, pageId: number, current: number | null, set: (id: number | null) => void) {
  const choices = await loadButtonAutomations(pageId);
  const rules = choices.map(({ id, name }) => ({
    label: name || `#${id}`,
    checked: id === current,
    run: () => set(id),
  }));
  await openMenu(anchor, t('blocks.button.choose'), [
    ...rules,
    ...(current === null ? [] : [{ label: t('blocks.button.none'), icon: 'x', run: () => set(null) }]),
    {
      label: t('blocks.button.make'),
      icon: 'plus',
      href: '/workspace/automations/new?trigger=button',
      separated: rules.length > 0,
    },
  ]);
}

export async function drawButton(
  label: string,
  node: Node,
  view: EditorView,
  position: () => number | undefined,
): Promise<Element> {
  const pageId = pageOf(view);
  const current: number | null = node.attrs.automationId ?? null;
  const fault = await buttonFault(pageId, current);
  const set = (id: number | null) => {
    const at = position();
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'automationId', id));
  };
  const button = el('button', { type: 'button', class: 'button', disabled: fault ? '' : null }, label);
  if (current !== null) button.addEventListener('click', () => void startButtonAutomation(button, pageId, current));
  const words = t('blocks.button.choose');
  const which = el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': words, title: words, 'aria-haspopup': 'menu' },
    icon('settings-2'),
  );
  which.addEventListener('click', () => void choose(which, pageId, current, set).catch(failed));
  return el('div', { class: 'button-block' }, button, which, ...(fault ? [el('span', { class: 'hint' }, fault)] : []));
}
