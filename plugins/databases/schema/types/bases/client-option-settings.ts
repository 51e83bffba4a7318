// The options of a property, as a list of lines that can be added to, dragged and taken away.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { TONES } from '../../../client/database/editors/choices.ts';
import { colorPicker } from '../../../client/database/panels/color-picker.ts';
import { type Choices, iconButton, input, quietButton, select } from '../../../client/database/panels/form-controls.ts';
import { enableLineDrag, lineGrip } from '../../../client/database/panels/line-drag.ts';
import type { Option } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

const states = (): Choices =>
  (['todo', 'doing', 'done'] as const).map((one) => [one, t(`databases.view.state.${one}`)]);

function optionLine(option: Partial<Option>, hasStates: boolean): HTMLElement {
  const line = el('li', { class: 'panel-line' });
  const name = input(t('databases.view.option_name'), option.name ?? '', { maxlength: 100, name: 'name' });
  const group = select(t('databases.view.option_state'), states(), option.group ?? 'todo');
  group.name = 'group';
  if (option.id) line.dataset.id = option.id;
  const label = option.name || t('databases.view.new_option');
  line.append(lineGrip(line, label), colorPicker(option.color ?? 'default'), name, ...(hasStates ? [group] : []));
  line.append(iconButton('x', t('databases.view.take_away', { name: label }), () => line.remove()));
  return line;
}

/** From so many options on they are found by typing. */
const SEARCHED_FROM = 10;

/** Finds options by their names as they are now; Enter goes to the first, or adds one where there is none. */
function optionSearch(list: HTMLElement, add: (name: string) => void): HTMLElement {
  const field = input(t('databases.view.find_option'), '', {
    ...{ type: 'search', placeholder: t('databases.view.find_option'), maxlength: 100 },
  });
  const status = el('p', { class: 'hint', role: 'status' });
  const find = () => {
    const typed = field.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const line of list.children as HTMLCollectionOf<HTMLElement>) {
      line.hidden = !nameIn(line)?.value.toLocaleLowerCase().includes(typed);
      if (!line.hidden) count += 1;
    }
    status.textContent = typed ? t('databases.view.options_found', { count }) : '';
  };
  field.addEventListener('input', find);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    // The form that all of it stands in is not sent by it.
    event.preventDefault();
    const first = list.querySelector('li:not([hidden])');
    if (first) return nameIn(first)?.focus();
    const name = field.value.trim();
    field.value = '';
    find();
    add(name);
  });
  return el('div', { class: 'option-search' }, field, status);
}

const nameIn = (line: Element): HTMLInputElement | null => line.querySelector('[name="name"]');

/** @param hasStates whether each says how far something is */
export function optionParts(options: Option[], hasStates: boolean): Parts {
  const list = el('ul', { class: 'panel-list option-list' }, ...options.map((one) => optionLine(one, hasStates)));
  enableLineDrag(list);
  const append = (name = '') => {
    const line = optionLine({ name, color: TONES[(list.childElementCount % (TONES.length - 1)) + 1] }, hasStates);
    list.append(line);
    line.scrollIntoView({ block: 'nearest' });
    nameIn(line)?.focus();
  };
  const add = quietButton('plus', t('databases.view.add_option'), () => append());
  const read = (line: Element) => {
    const value = (name: string) => (line.querySelector(`[name="${name}"]`) as HTMLInputElement | null)?.value.trim();
    const id = (line as HTMLElement).dataset.id;
    return {
      ...(id ? { id } : {}),
      name: value('name') ?? '',
      color: value('color'),
      ...(hasStates ? { group: value('group') } : {}),
    };
  };
  const parts = [...(options.length < SEARCHED_FROM ? [] : [optionSearch(list, append)]), list, add];
  return {
    elements: [el('fieldset', { class: 'panel-set' }, el('legend', {}, t('databases.view.options')), ...parts)],
    config() {
      const left = [...list.children].map(read).filter(({ name }) => name);
      // Who names none gets the usual ones.
      return left.length || options.length ? { options: left } : {};
    },
  };
}
