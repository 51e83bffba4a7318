// The sorts of a view as a list: the first one counts most.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Sort } from '../../../model.ts';
import type { Model } from '../model.ts';
import { isSorted } from '../property-kinds.ts';
import { type Choices, iconButton, movers, quietButton, select } from './form-controls.ts';

export async function openSorts(model: Model): Promise<void> {
  const names: Choices = model.properties.filter(isSorted).map(({ id, name }) => [String(id), name]);
  const directions: Choices = (['asc', 'desc'] as const).map((one) => [one, t(`databases.view.sort.${one}`)]);
  const list = el('ul', { class: 'panel-list' });
  const add = ({ property_id, direction }: Sort) => {
    const line = el('li', { class: 'panel-line' });
    const which = select(t('databases.view.sort_by'), names, String(property_id));
    const how = select(t('databases.view.sort_direction'), directions, direction);
    which.name = 'property';
    how.name = 'direction';
    const label = model.property(property_id)?.name ?? '';
    line.append(
      which,
      how,
      ...movers(line, label),
      iconButton('x', t('databases.view.take_away', { name: label }), () => line.remove()),
    );
    list.append(line);
    return which;
  };
  for (const sort of model.view.config.sorts ?? []) add(sort);
  if (!list.childElementCount) add({ property_id: model.title.id, direction: 'asc' });
  const more = quietButton('plus', t('databases.view.add_sort'), () =>
    add({ property_id: model.title.id, direction: 'asc' }).focus(),
  );
  const chosen = await openDialog(
    t('databases.view.sorts'),
    [list, more],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.sort_none'), value: 'none' },
      { label: t('databases.view.apply'), value: 'apply', kind: 'primary' },
    ],
    { wide: true, focus: list.querySelector('select') ?? more },
  );
  const value = (line: Element, name: string) => (line.querySelector(`[name="${name}"]`) as HTMLSelectElement).value;
  const sorts = [...list.children].map((line) => ({
    property_id: Number(value(line, 'property')),
    direction: value(line, 'direction') as Sort['direction'],
  }));
  if (chosen) await model.saveConfig({ sorts: chosen === 'apply' ? sorts : [] });
}
