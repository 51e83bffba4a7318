// Colours of rows: rules with conditions, of which the first that a row meets counts.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Filter } from '../../../model.ts';
import { filterPart } from '../filters/filter-group.tsx';
import type { Model } from '../model.ts';
import { iconButton, quietButton, select } from './form-controls.ts';
import type { ViewSettings } from './view-parts.ts';

const TONES = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'];

export function coloursPart(model: Model): ViewSettings {
  const rules = new Map<HTMLElement, () => { filter: Filter; color: string } | null>();
  const list = el('div', { class: 'colour-rules' });
  const add = (filter: Filter, color: string) => {
    const tone = select(
      t('databases.view.option_color'),
      TONES.map((one) => [one, t(`databases.view.tone.${one}`)]),
      color,
    );
    const part = filterPart(model, filter);
    const remove = iconButton('x', t('databases.view.colours.remove'), () => {
      rules.delete(rule);
      rule.remove();
      more.focus();
    });
    const rule = el(
      'div',
      { class: 'colour-rule', role: 'group', 'aria-label': t('databases.view.colours.rule') },
      el('div', { class: 'panel-line' }, tone, remove),
      part.element,
    );
    rules.set(rule, () => {
      const read = part.read();
      return read && { filter: read, color: tone.value };
    });
    list.append(rule);
    return tone;
  };
  const more = quietButton('plus', t('databases.view.colours.add'), () =>
    add({ and: [{ property_id: model.title.id, op: 'contains' }] }, 'yellow').focus(),
  );
  for (const { filter, color } of model.view.config.color_rules ?? []) add(filter, color);
  const legend = el('legend', {}, t('databases.view.colours.title'));
  return {
    elements: [el('fieldset', { class: 'panel-set' }, legend, list, more)],
    read: () => ({ color_rules: [...rules.values()].flatMap((read) => read() ?? []) }),
  };
}
