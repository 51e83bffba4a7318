// Conditions in groups of all or any, groups in groups, as deep as filters go.
import { h, render } from 'preact';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import type { Filter, FilterLeaf, Property } from '../../../model.ts';
import type { Model } from '../model.ts';
import { isFiltered } from '../property-kinds.ts';
import { FoldedConditionValue } from './condition-value.tsx';
import { childrenOf, completeFilter } from './conditions.ts';
import { OperatorSelect } from './operator-select.tsx';
import { operatorsOf, VALUELESS } from './operators.ts';

const DEPTH_MAX = 10;

interface Line<Shown> {
  model: Model;
  filter: Shown;
  onChange(filter: Filter): void;
  onRemove?(): void;
}

export const newLeaf = (property: Property): FilterLeaf => ({
  property_id: property.id,
  op: operatorsOf(property).op,
});

/** What has several conditions, whatever joins them. */
export const asGroup = (filter: Filter): Filter => (childrenOf(filter) ? filter : { and: [filter] });

function ConditionLine({ model, filter, onChange, onRemove }: Line<FilterLeaf>) {
  const property = model.property(filter.property_id);
  if (!property) return null;
  const { op } = operatorsOf(property, filter.op);
  const condition = { ...filter, op, values: filter.value === undefined ? [] : [filter.value] };
  return (
    <div class="filter-line">
      <select
        aria-label={t('databases.view.filter_property')}
        value={String(property.id)}
        onChange={({ currentTarget: { value } }) => onChange(newLeaf(model.property(Number(value)) as Property))}
      >
        {model.properties.filter(isFiltered).map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      <OperatorSelect
        {...{ property, op }}
        onChange={(next) =>
          onChange(VALUELESS.test(next) ? { property_id: property.id, op: next } : { ...filter, op: next })
        }
      />
      {!VALUELESS.test(op) && (
        <FoldedConditionValue
          key={property.id}
          {...{ model, property, condition }}
          onChange={([value]) => onChange({ property_id: property.id, op, ...(value === undefined ? {} : { value }) })}
        />
      )}
      <button type="button" class="icon-button" aria-label={t('databases.view.remove_condition')} onClick={onRemove}>
        <Icon icon="x" />
      </button>
    </div>
  );
}

export function FilterGroup({ model, filter, onChange, onRemove, depth = 0 }: Line<Filter> & { depth?: number }) {
  const join = 'or' in filter ? 'or' : 'and';
  const inside = childrenOf(filter) ?? [filter];
  const change = (next: Filter[], by = join) => onChange(by === 'or' ? { or: next } : { and: next });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset wants a legend, and the choice of any or all is no heading
    <div class="filter-group" role="group" aria-label={t('databases.view.filter_group')}>
      <select
        aria-label={t('databases.view.filter_join')}
        value={join}
        onChange={({ currentTarget: { value } }) => change(inside, value as 'and' | 'or')}
      >
        <option value="and">{t('databases.view.filter_all')}</option>
        <option value="or">{t('databases.view.filter_any')}</option>
      </select>
      {inside.map((one, at) => {
        const line = {
          model,
          onChange: (next: Filter) => change(inside.with(at, next)),
          onRemove: () => change(inside.toSpliced(at, 1)),
        };
        const key = `${at} ${inside.length}`;
        return 'property_id' in one ? (
          <ConditionLine key={key} filter={one} {...line} />
        ) : (
          <FilterGroup key={key} filter={one} depth={depth + 1} {...line} />
        );
      })}
      <div class="filter-buttons">
        <button type="button" class="button quiet" onClick={() => change([...inside, newLeaf(model.title)])}>
          <Icon icon="plus" />
          {t('databases.view.add_condition')}
        </button>
        {depth < DEPTH_MAX - 1 && (
          <button
            type="button"
            class="button quiet"
            onClick={() => change([...inside, { or: [newLeaf(model.title)] }])}
          >
            <Icon icon="plus" />
            {t('databases.view.add_group')}
          </button>
        )}
        {onRemove && (
          <button type="button" class="icon-button" aria-label={t('databases.view.remove_group')} onClick={onRemove}>
            <Icon icon="x" />
          </button>
        )}
      </div>
    </div>
  );
}

/** The same as a part of another form. `read`: null where nothing is filled in. */
export function filterPart(model: Model, filter: Filter): { element: HTMLElement; read(): Filter | null } {
  const element = document.createElement('div');
  let now = asGroup(filter);
  const draw = () => {
    const onChange = (next: Filter) => {
      now = next;
      draw();
    };
    render(h(FilterGroup, { model, filter: now, onChange }), element);
  };
  draw();
  return { element, read: () => completeFilter(now) };
}
