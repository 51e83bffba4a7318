// The stars of a rating, as forms have them: pressed, or chosen by arrows and digits.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { type EditorContext, type EditResult, openPanel } from '../../../client/database/editors/editor-panel.ts';
import { RATING_MAX } from '../../../model.ts';

const NAME = 'rating';

function starChoice(count: number, most: number): HTMLElement {
  const label = t('databases.view.stars', { count, most });
  const input = el('input', { type: 'radio', name: NAME, value: count, 'aria-label': label });
  return el('label', {}, input, el('span', { 'aria-hidden': 'true' }, '★'));
}

/** How many stars the digits mean that were typed, the last one alone where all of them are too many; 0 is none. */
function starsTyped(typed: string, most: number): number | undefined {
  const digits = typed.replace(/\D/g, '');
  return [digits, digits.slice(-1)]
    .filter(Boolean)
    .map(Number)
    .find((count) => count <= most);
}

export function editRating(editing: EditorContext): Promise<EditResult | null> {
  const { property, value, typed = '' } = editing;
  const most = property.config.max ?? RATING_MAX;
  const none = el('input', { type: 'radio', name: NAME, value: '' });
  const stars = Array.from({ length: most }, (_none, at) => starChoice(at + 1, most));
  const clear = el('label', { class: 'no-stars' }, none, t('databases.view.clear'));
  const group = el('div', { class: 'stars', role: 'radiogroup', 'aria-label': property.name }, ...stars, clear);
  const element = el('div', { class: 'star-editor' }, group);
  const inputs = [none, ...stars.map((star) => star.querySelector('input') as HTMLInputElement)];
  const choose = (count: number) => {
    const input = inputs[count] ?? none;
    input.checked = true;
    input.focus();
  };
  let digits = typed;
  element.addEventListener('keydown', ({ key }) => {
    if (/^\d$/.test(key)) digits += key;
    else if (key !== 'Backspace' && key !== 'Delete') return;
    else digits = '0';
    choose(starsTyped(digits, most) ?? 0);
  });
  // Arrows click, too, but at no place.
  element.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest('label')?.querySelector('input');
    if (!pressed || !event.detail) return;
    event.preventDefault();
    // A click that is taken back would take the choice back with it.
    setTimeout(() => {
      pressed.checked = true;
      element.hidePopover();
    });
  });
  const before = starsTyped(typed, most) ?? (value === null ? 0 : Number(value));
  if (inputs[before]) inputs[before].checked = true;
  const read = () => ({ value: Number(inputs.find((one) => one.checked)?.value) || null });
  return openPanel(editing, { element, focus: inputs[before || 1] ?? none, read });
}
