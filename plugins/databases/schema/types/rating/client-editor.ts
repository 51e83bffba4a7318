// The stars of a rating, as forms have them: pressed, or chosen by arrows and digits.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { type EditorContext, type EditResult, openPanel } from '../../../client/database/editors/editor-panel.ts';
import { chooseStars, obeyStars, starsTyped } from '../../../client/database/editors/star-choice.ts';
import { RATING_MAX } from '../../../model.ts';

function starChoice(count: number, most: number): HTMLElement {
  const label = t('databases.view.stars', { count, most });
  const input = el('input', { type: 'radio', name: 'rating', value: count, 'aria-label': label });
  return el('label', {}, input, el('span', { class: 'rate-star', 'aria-hidden': 'true' }, '★'));
}

export function editRating(editing: EditorContext): Promise<EditResult | null> {
  const { property, value, typed = '' } = editing;
  const most = property.config.max ?? RATING_MAX;
  const stars = Array.from({ length: most }, (_none, at) => starChoice(at + 1, most));
  const group = el('div', { class: 'stars', role: 'radiogroup', 'aria-label': property.name }, ...stars);
  const clear = el('button', { type: 'button', class: 'button quiet no-stars' }, t('databases.view.clear'));
  const element = el('div', { class: 'star-editor' }, group, clear);
  clear.addEventListener('click', () => {
    chooseStars(group, 0);
    element.hidePopover();
  });
  obeyStars(element, typed);
  group.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest('label')?.querySelector('input');
    // Arrows click, too, but at no place.
    if (!pressed || !event.detail) return;
    // What is chosen already is taken back, of which the panel hears then.
    if (event.target !== pressed && pressed.checked) return;
    event.stopPropagation();
    pressed.checked = true;
    element.hidePopover();
  });
  element.addEventListener('click', (event) => event.defaultPrevented && element.hidePopover());
  const before = starsTyped(typed, most) ?? (value === null ? 0 : Number(value));
  const inputs = stars.map((star) => star.querySelector('input') as HTMLInputElement);
  const chosen = inputs[before - 1];
  if (chosen) chosen.checked = true;
  const read = () => ({ value: Number(inputs.find((one) => one.checked)?.value) || null });
  return openPanel(editing, { element, focus: chosen ?? (inputs[0] as HTMLInputElement), isBelow: true, read });
}
