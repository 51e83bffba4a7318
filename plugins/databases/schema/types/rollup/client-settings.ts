// The settings of a rollup: which relation it follows, which property it looks at there, and what it makes of its values.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Model } from '../../../client/database/model.ts';
import { type Choices, labelled, select } from '../../../client/database/panels/form-controls.ts';
import { aggregatesOf } from '../../../client/database/property-kinds.ts';
import type { Property } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';
import { clientType } from '../client-registry.ts';

const namesOf = (properties: Property[]): Choices => properties.map(({ id, name }) => [String(id), name]);
/** What rows of other databases are asked for. */
const isRolledUp = (property: Property): boolean => {
  const { isOfPage, compares } = clientType(property);
  return !isOfPage && compares !== 'none';
};

export function rollupParts(
  model: Model,
  { relation_property_id, property_id, function: name }: Property['config'],
): Parts {
  const relation = select(
    '',
    namesOf(model.properties.filter((one) => clientType(one).compares === 'rows')),
    String(relation_property_id ?? model.properties.filter((one) => clientType(one).compares === 'rows')[0]?.id ?? ''),
  );
  const target = select('', [], '');
  const sum = select('', [], '');
  let properties: Property[] = [];
  const drawSums = (wanted?: string) => {
    const property = properties.find(({ id }) => id === Number(target.value));
    const names = ['show', ...(property ? aggregatesOf(property) : [])];
    sum.replaceChildren(...names.map((one) => el('option', { value: one }, t(`databases.view.sum.${one}`))));
    sum.value = wanted && names.includes(wanted) ? wanted : 'show';
  };
  const drawTarget = async (wanted?: number, function_?: string) => {
    const there = model.property(Number(relation.value))?.config.collection_id;
    const path = `/api/v2/collections/${there}/schema`;
    properties = there ? (await send<{ properties: Property[] }>('GET', path)).properties : [];
    const shown = properties.filter(isRolledUp);
    target.replaceChildren(...shown.map((one) => el('option', { value: one.id }, one.name)));
    if (wanted) target.value = String(wanted);
    drawSums(function_);
  };
  relation.addEventListener('change', () => void drawTarget().catch(failed));
  target.addEventListener('change', () => drawSums());
  drawTarget(property_id, name).catch(failed);
  return {
    elements: relation.length
      ? [
          labelled(t('databases.view.rollup_relation'), relation),
          labelled(t('databases.view.rollup_property'), target),
          labelled(t('databases.view.rollup_function'), sum),
        ]
      : [el('p', { class: 'hint' }, t('databases.view.rollup_needs'))],
    config: () => ({
      relation_property_id: Number(relation.value),
      property_id: Number(target.value),
      function: sum.value,
    }),
  };
}
