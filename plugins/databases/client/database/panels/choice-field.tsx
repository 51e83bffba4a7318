// A field that shows one of many choices, which are found by typing.
import { h, render } from 'preact';
import { el, icon } from '../../../../../core/client/dom.ts';
import { place } from '../../../../../core/client/popover.ts';
import { type ListedChoice, SearchList } from '../filters/search-list.tsx';

export interface ChoiceField {
  element: HTMLElement;
  readonly value: string;
}

export function choiceField(
  label: string,
  choices: ListedChoice[],
  value: string,
  changed?: (value: string) => void,
): ChoiceField {
  let chosen = value;
  const shown = el('span', { class: 'type-name' });
  const button = el(
    'button',
    { type: 'button', class: 'button', 'aria-haspopup': 'dialog' },
    ...[shown, icon('chevron-down')],
  );
  const panel = el('div', { class: 'popover', popover: 'auto', role: 'dialog', 'aria-label': label });
  const show = () => {
    const { label: name = chosen, note } = choices.find(({ key }) => key === chosen) ?? {};
    shown.textContent = note ? `${name} · ${note}` : name;
    button.ariaLabel = `${label}: ${shown.textContent}`;
  };
  show();
  const choose = (key: string) => {
    chosen = key;
    show();
    panel.hidePopover();
    button.focus();
    changed?.(key);
  };
  // What is found is shorter or longer with each key, and stays at the button.
  new ResizeObserver(() => panel.matches(':popover-open') && place(button, panel)).observe(panel);
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') render(null, panel);
  });
  button.addEventListener('click', () => {
    panel.showPopover();
    render(h(SearchList, { label, choices, chosen: [chosen], isFirst: true, onChoose: choose }), panel);
    panel.style.width = `${button.offsetWidth}px`;
    place(button, panel);
  });
  return {
    element: el('div', { class: 'panel-field' }, el('span', {}, label), button, panel),
    get value() {
      return chosen;
    },
  };
}
