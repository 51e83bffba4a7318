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
  const label = option.name ?? t('databases.view.new_option');
  line.append(lineGrip(line, label), colorPicker(option.color ?? 'default'), name, ...(hasStates ? [group] : []));
  line.append(iconButton('x', t('databases.view.take_away', { name: label }), () => line.remove()));
  return line;
}

/** @param hasStates whether each says how far something is */
export function optionParts(options: Option[], hasStates: boolean): Parts {
  const list = el('ul', { class: 'panel-list' }, ...options.map((one) => optionLine(one, hasStates)));
  enableLineDrag(list);
  const add = quietButton('plus', t('databases.view.add_option'), () => {
    const line = optionLine({ color: TONES[(list.childElementCount % (TONES.length - 1)) + 1] }, hasStates);
    list.append(line);
    line.querySelector<HTMLElement>('[name="name"]')?.focus();
  });
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
  return {
    elements: [el('fieldset', { class: 'panel-set' }, el('legend', {}, t('databases.view.options')), list, add)],
    config() {
      const left = [...list.children].map(read).filter(({ name }) => name);
      // Who names none gets the usual ones.
      return left.length || options.length ? { options: left } : {};
    },
  };
}
