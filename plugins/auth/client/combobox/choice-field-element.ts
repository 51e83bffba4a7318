// Choices of a form that are long lists: <choice-field> makes a field to search of the native one that it holds, which
// stays what is sent. Lists of addresses become chips in the same way.

import { el } from '../../../../core/client/dom.ts';
import { fold } from '../../../../core/i18n/text-normalization.ts';
import type { Choice } from './choice-elements.ts';
import { Combobox } from './combobox.ts';

/** More are found by typing. */
const SHOWN_MAX = 100;
const BETWEEN = /[\s,;<>"]+/;

const choiceOf = ({ value, label, dataset }: HTMLOptionElement, kind?: Choice['kind']): Choice => ({
  ...{ typed: value, name: label, about: dataset.about ?? '', avatar_url: dataset.face ?? '' },
  ...(kind && { kind }),
});

const wordsOf = ({ typed, name, about }: Choice): string => fold(`${name} ${about} ${typed.replaceAll('_', ' ')}`);

/** Takes over the name and what explains it; `for` of its label leads to it. */
function fieldFor(native: HTMLSelectElement | HTMLTextAreaElement): HTMLInputElement {
  const id = `${native.id}-typed`;
  const input = el('input', {
    id,
    placeholder: native.dataset.placeholder,
    'aria-label': native.getAttribute('aria-label'),
    'aria-describedby': native.getAttribute('aria-describedby'),
    'aria-invalid': native.getAttribute('aria-invalid'),
  });
  for (const label of [...(native.labels ?? [])]) label.htmlFor = id;
  native.hidden = true;
  return input;
}

function searchIn(select: HTMLSelectElement, input: HTMLInputElement): void {
  const kind = select.dataset.kind as Choice['kind'];
  const isSingle = !select.multiple;
  // An empty choice says what nothing stands for, and is no choice among several.
  const options = [...select.options].filter(({ value }) => isSingle || value);
  const all = options.map((option) => ({ ...choiceOf(option, kind), words: wordsOf(choiceOf(option)) }));
  const isNeeded = select.required;
  select.required = false;
  const show = (chosen: Choice[]) => {
    const values = new Set(chosen.map(({ typed }) => typed));
    for (const option of options) option.selected = values.has(option.value);
    input.required = isNeeded && !chosen.length;
  };
  const field = new Combobox({
    ...{ input, id: `${select.id}-choices`, isOpenAtOnce: true, isSingle },
    chosen: all.filter((_, at) => options[at]?.selected),
    find: (typed) => {
      const parts = fold(typed).split(' ').filter(Boolean);
      return all.filter(({ words }) => parts.every((part) => words.includes(part))).slice(0, SHOWN_MAX);
    },
    onChange: (chosen) => {
      show(chosen);
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
  });
  // What a script picked is seen, too.
  select.addEventListener('change', () => field.reset(all.filter((_, at) => options[at]?.selected)));
  show(field.chosen);
}

const addressChoice = (typed: string): Choice => ({ kind: 'email', typed, name: typed, about: '', avatar_url: '' });

function collectAddresses(area: HTMLTextAreaElement, input: HTMLInputElement): void {
  const isNeeded = area.required;
  area.required = false;
  const keep = (chosen: Choice[]) => {
    area.value = [...chosen.map(({ typed }) => typed), input.value.trim()].filter(Boolean).join('\n');
    input.required = isNeeded && !chosen.length;
  };
  const field = new Combobox({
    ...{ input, id: `${area.id}-choices` },
    chosen: area.value.split(BETWEEN).filter(Boolean).map(addressChoice),
    find: (typed) => (typed.includes('@') ? [addressChoice(typed)] : []),
    onChange: keep,
    onSend: () => area.form?.requestSubmit(),
  });
  input.addEventListener('input', () => keep(field.chosen));
  input.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain').split(BETWEEN) ?? [];
    const addresses = pasted.filter((one) => one.includes('@'));
    if (addresses.length < 2) return;
    event.preventDefault();
    field.add(addresses.map(addressChoice));
  });
  keep(field.chosen);
}

class ChoiceFieldElement extends HTMLElement {
  connectedCallback(): void {
    const native = this.querySelector<HTMLSelectElement | HTMLTextAreaElement>('select, textarea');
    if (!native || native.hidden) return;
    const input = fieldFor(native);
    const box = el('div', { class: 'combobox' }, input);
    native.after(box);
    // All of the box is the field.
    box.addEventListener('click', ({ target }) => {
      if (target === box) input.focus();
    });
    if (native instanceof HTMLSelectElement) searchIn(native, input);
    else collectAddresses(native, input);
  }
}

/** Makes such fields of those there are, and of those that come later. */
export function startChoiceFields(): void {
  if (!customElements.get('choice-field')) customElements.define('choice-field', ChoiceFieldElement);
}
