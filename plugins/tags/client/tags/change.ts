// A panel at a tag of a page: its name, its colour, the way to its pages, and taking it off this one.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TAG_COLORS } from '../../palette-color.ts';
import { type PageTag, redrawTag, takeOff } from './row.ts';

const NAME_MAX = 100;

type Change = (change: Partial<Pick<PageTag, 'name' | 'color'>>) => Promise<boolean>;

/** Applied at once, as it is seen on the tag. */
function swatches(tone: string, change: Change): HTMLElement {
  const all = TAG_COLORS.map((color) => {
    const label = t(`tags.color.${color}`);
    const radio = el('input', { type: 'radio', name: 'tag-color', value: color, 'aria-label': label });
    radio.checked = color === tone;
    radio.addEventListener('change', () => void change({ color }));
    return el('label', { title: label }, radio, el('span', { 'data-tone': color }));
  });
  return el('div', { class: 'tag-swatches', role: 'radiogroup', 'aria-label': t('tags.color') }, ...all);
}

function nameField(name: string, rename: (name: string) => void): HTMLElement {
  const attributes = { type: 'text', maxlength: NAME_MAX, autocomplete: 'off', 'aria-label': t('tags.field.name') };
  const field = el('input', attributes);
  field.value = name;
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    rename(field.value.trim());
  });
  return field;
}

/** @param link the name of the tag, on a page */
export async function openTag(link: HTMLElement): Promise<void> {
  const line = link.closest('li') as HTMLElement;
  const name = link.textContent ?? '';
  const panel = el('div', { class: 'tag-change colours', role: 'dialog', 'aria-label': name });
  const status = el('p', { class: 'hint', role: 'status' });
  const change: Change = async (changed) => {
    try {
      redrawTag(await send<PageTag>('PUT', `/api/settings/tags/${line.dataset.id}`, changed));
      status.textContent = '';
      return true;
    } catch (error) {
      status.textContent = (error as Error).message;
      return false;
    }
  };
  const field = nameField(name, async (wanted) => {
    if (!wanted || wanted === link.textContent || (await change({ name: wanted }))) panel.hidePopover();
  });
  const open = el('a', { class: 'menu-item', href: `/tags/${line.dataset.id}` }, icon('tag'), t('tags.field.pages'));
  const remove = el('button', { class: 'menu-item', type: 'button' }, icon('x'), t('tags.field.remove'));
  remove.addEventListener('click', () => {
    panel.hidePopover();
    takeOff(line.querySelector('button') as HTMLElement).catch(failed);
  });
  panel.append(field, swatches(line.dataset.tone ?? '', change), status, open, remove);
  await openPopover(link, panel, { focus: field });
}
