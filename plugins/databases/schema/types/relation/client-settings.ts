// Settings of a new relation: which database it leads to, how many rows it names, and whether they say it, too.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { ListedChoice } from '../../../client/database/filters/search-list.tsx';
import type { Model } from '../../../client/database/model.ts';
import { choiceField } from '../../../client/database/panels/choice-field.tsx';
import { checkbox, input, labelled } from '../../../client/database/panels/form-controls.ts';
import type { Collection } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

/** Where more than these have one name, the rest is told apart by its number alone. */
const PLACES_MAX = 20;

/** Titles from the top to the page above a database. */
async function placeOf({ page_id }: Collection): Promise<string> {
  const path = `/api/local-workspace/breadcrumb?folder=${page_id}`;
  const { items } = await send<{ items: { title: string }[] }>('GET', path);
  const above = items.slice(0, -1).map(({ title }) => title || t('core.client.untitled'));
  return above.join(' / ') || t('databases.view.at_the_top');
}

/** Databases of the workspace; those of one name say where they lie. */
async function targets(workspaceId: number): Promise<ListedChoice[]> {
  const path = `/api/v2/collections?workspace_id=${workspaceId}&limit=100`;
  const all = (await send<Collection[] & Record<string, unknown>>('GET', path)) as Collection[];
  const nameOf = ({ name }: Collection) => name || t('core.client.untitled');
  const same = Map.groupBy(all, nameOf);
  const alike = all.filter((one) => (same.get(nameOf(one))?.length ?? 0) > 1);
  const asked = alike.slice(0, PLACES_MAX).map(async (one) => [one.id, await placeOf(one)] as const);
  const places = new Map(await Promise.all(asked));
  return all.map((one) => {
    const note = alike.includes(one) ? (places.get(one.id) ?? String(one.id)) : undefined;
    return { key: String(one.id), label: nameOf(one), ...(note && { note }) };
  });
}

export async function relationParts(model: Model): Promise<Parts> {
  const choices = await targets(model.collection.workspace_id);
  const target = choiceField(t('databases.view.relation_to'), choices, String(model.id), () => shape());
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
  for (const one of [inside.box, both.box]) one.addEventListener('change', shape);
  shape();
  return {
    elements: [target.element, inside.element, single.element, both.element, name],
    config: () => ({
      collection_id: Number(target.value),
      ...(inside.box.checked ? { sub_items: true } : {}),
      ...(single.box.checked && !inside.box.checked ? { multiple: false } : {}),
      ...(both.box.checked && !inside.box.checked ? { two_way: true } : {}),
      ...(!name.hidden && there.value.trim() ? { reverse_name: there.value } : {}),
    }),
  };
}
