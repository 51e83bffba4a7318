// Settings of a new relation: which database it leads to, how many rows it names, and whether they say it, too.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Model } from '../../../client/database/model.ts';
import { checkbox, input, labelled, select } from '../../../client/database/panels/form-controls.ts';
import type { Collection } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

export async function relationParts(model: Model): Promise<Parts> {
  const path = `/api/v2/collections?workspace_id=${model.collection.workspace_id}&limit=100`;
  const all = (await send<Collection[] & Record<string, unknown>>('GET', path)) as Collection[];
  const target = select(
    '',
    all.map(({ id, name }) => [String(id), name || t('core.client.untitled')]),
    String(model.id),
  );
  const single = checkbox(t('databases.view.one_row'), false);
  const inside = checkbox(t('databases.view.sub_items'), false);
  const both = checkbox(t('databases.view.two_way'), false);
  const there = input('', '', { maxlength: 100 });
  const name = labelled(t('databases.view.reverse_name'), there);
  const shape = () => {
    const isOwn = Number(target.value) === model.id;
    inside.element.hidden = !isOwn;
    if (!isOwn) inside.box.checked = false;
    // Rows that lie inside another always say so.
    both.element.hidden = inside.box.checked;
    single.element.hidden = inside.box.checked;
    name.hidden = !both.box.checked && !inside.box.checked;
  };
  for (const one of [target, inside.box, both.box]) one.addEventListener('change', shape);
  shape();
  return {
    elements: [labelled(t('databases.view.relation_to'), target), inside.element, single.element, both.element, name],
    config: () => ({
      collection_id: Number(target.value),
      ...(inside.box.checked ? { sub_items: true } : {}),
      ...(single.box.checked && !inside.box.checked ? { multiple: false } : {}),
      ...(both.box.checked && !inside.box.checked ? { two_way: true } : {}),
      ...(!name.hidden && there.value.trim() ? { reverse_name: there.value } : {}),
    }),
  };
}
