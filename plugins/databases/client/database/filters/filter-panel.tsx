// What opens at a chip of the filter: a property to choose, then what is asked of it; each change counts at once.
import { useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { isFiltered } from '../property-kinds.ts';
import { ConditionValue } from './condition-value.tsx';
import { type FilterCondition, type FilterPart, writeParts } from './conditions.ts';
import { asGroup, FilterGroup, newLeaf } from './filter-group.tsx';
import { OperatorSelect } from './operator-select.tsx';
import { isListed, operatorsOf, VALUELESS } from './operators.ts';
import { SearchList } from './search-list.tsx';

export interface FilterPanelProps {
  model: Model;
  /** undefined: a property has to be chosen */
  part: FilterPart | undefined;
  onChange(part: FilterPart): void;
  onRemove(): void;
}

/** Properties by their names, with the sign of their type. */
export const propertyChoices = (model: Model, fits: (one: Model['properties'][number]) => boolean) =>
  model.properties.filter(fits).map((one) => ({ key: String(one.id), label: one.name, icon: clientType(one).icon }));

export function FilterPanel({ model, part, onChange, onRemove }: FilterPanelProps) {
  if (!part) return <NewFilter {...{ model, onChange }} />;
  if ('group' in part)
    return (
      <>
        <FilterGroup model={model} filter={asGroup(part.group)} onChange={(group) => onChange({ group })} />
        <RemoveFilter onRemove={onRemove} />
      </>
    );
  return <ConditionPanel {...{ model, condition: part, onChange, onRemove }} />;
}

function NewFilter({ model, onChange }: Pick<FilterPanelProps, 'model' | 'onChange'>) {
  return (
    <>
      <SearchList
        label={t('databases.view.filter_property')}
        choices={propertyChoices(model, isFiltered)}
        placeholder={t('databases.view.filter_by')}
        isFirst
        onChoose={(key) => {
          const property = model.property(Number(key));
          if (property) onChange({ ...newLeaf(property), values: [] });
        }}
      />
      <button type="button" class="menu-item" onClick={() => onChange({ group: { and: [newLeaf(model.title)] } })}>
        <Icon icon="plus" />
        {t('databases.view.filter_advanced')}
      </button>
    </>
  );
}

const RemoveFilter = ({ onRemove }: Pick<FilterPanelProps, 'onRemove'>) => (
  <button type="button" class="menu-item" onClick={onRemove}>
    <Icon icon="trash-2" />
    {t('databases.view.filter_remove')}
  </button>
);

interface ConditionPanelProps extends Omit<FilterPanelProps, 'part'> {
  condition: FilterCondition;
}

function ConditionPanel({ model, condition, onChange, onRemove }: ConditionPanelProps) {
  // A list that is made anew begins with its first line.
  const [isFirst] = useState(true);
  const property = model.property(condition.property_id);
  if (!property) return <RemoveFilter onRemove={onRemove} />;
  const { op } = operatorsOf(property, condition.op);
  return (
    <>
      <div class="condition-head">
        <span class="condition-name">{property.name}</span>
        <OperatorSelect
          {...{ property, op }}
          count={condition.values.length}
          onChange={(next) => onChange({ ...condition, op: next })}
        />
      </div>
      {!VALUELESS.test(op) && (
        <ConditionValue
          key={property.id}
          {...{ model, property, condition, isFirst }}
          isMany={isListed(property)}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
      <RemoveFilter onRemove={onRemove} />
      <button
        type="button"
        class="menu-item"
        onClick={() => onChange({ group: writeParts([condition]) ?? newLeaf(property) })}
      >
        <Icon icon="plus" />
        {t('databases.view.filter_to_advanced')}
      </button>
    </>
  );
}
