// The colour of an option: a dot that shows it, and a small panel of all there are, chosen by pointer or arrows.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { place } from '../../../../../core/client/popover.ts';
import { TONES } from '../editors/choices.ts';

let count = 0;

const toneName = (tone: string): string => t(`databases.view.tone.${tone}`);

/** One of the colours, with its name. */
function toneChoice(group: string, tone: string, chosen: string): HTMLElement {
  const radio = el('input', { type: 'radio', name: group, value: tone });
  radio.checked = tone === chosen;
  return el(
    'label',
    { class: 'tone-choice' },
    radio,
    el('span', { class: 'tone-dot', 'data-tone': tone }),
    toneName(tone),
  );
}

/** Arrows try the colours; a press or Enter ends it. It must not send the form that all of it stands in. */
function colorPanel(button: HTMLElement, chosen: string, choose: (tone: string) => void): HTMLElement {
  const label = t('databases.view.option_color');
  const panel = el('div', { class: 'popover tone-panel', popover: 'auto', role: 'radiogroup', 'aria-label': label });
  const group = `tone-${++count}`;
  panel.append(...TONES.map((one) => toneChoice(group, one, chosen)));
  panel.addEventListener('change', ({ target }) => choose((target as HTMLInputElement).value));
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    panel.hidePopover();
    button.focus();
  });
  panel.addEventListener('pointerup', ({ target }) => {
    if (target instanceof Element && target.closest('label')) setTimeout(() => panel.hidePopover());
  });
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') panel.remove();
  });
  return panel;
}

/** The field that holds the colour is named `color`. */
export function colorPicker(tone: string): HTMLElement {
  const field = el('input', { type: 'hidden', name: 'color', value: tone });
  const dot = el('span', { class: 'tone-dot', 'data-tone': tone });
  const button = el('button', { type: 'button', class: 'icon-button', 'aria-haspopup': 'dialog' }, dot);
  const show = (chosen: string) => {
    field.value = chosen;
    dot.dataset.tone = chosen;
    button.ariaLabel = `${t('databases.view.option_color')}: ${toneName(chosen)}`;
  };
  show(tone);
  // Of many options each has one, and few are ever opened.
  button.addEventListener('click', () => {
    const panel = colorPanel(button, field.value, show);
    button.after(panel);
    panel.showPopover();
    place(button, panel);
    panel.querySelector<HTMLElement>(':checked')?.focus();
  });
  return el('span', { class: 'tone-field colours' }, button, field);
}
