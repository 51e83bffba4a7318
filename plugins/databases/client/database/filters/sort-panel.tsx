// The sorts of a view: the first one counts most; each change counts at once.
import { useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import type { Sort } from '../../../model.ts';
import type { Model } from '../model.ts';
import { isSorted } from '../property-kinds.ts';
import { propertyChoices } from './filter-panel.tsx';
import { SearchList } from './search-list.tsx';

export interface SortPanelProps {
  model: Model;
  sorts: Sort[];
  onChange(sorts: Sort[]): void;
}

const SORTS_MAX = 10;

export function SortPanel({ model, sorts, onChange }: SortPanelProps) {
  const [isAdding, setAdding] = useState(!sorts.length);
  const isFree = ({ id }: { id: number }) => !sorts.some(({ property_id }) => property_id === id);
  if (isAdding)
    return (
      <SearchList
        label={t('databases.view.sort_by')}
        placeholder={t('databases.view.sort_by')}
        choices={propertyChoices(model, (one) => isSorted(one) && isFree(one))}
        isFirst
        onChoose={(key) => {
          onChange([...sorts, { property_id: Number(key), direction: 'asc' }]);
          setAdding(false);
        }}
      />
    );
  return (
    <>
      <ul class="panel-list">
        {sorts.map((sort, at) => (
          <SortLine
            key={sort.property_id}
            name={model.property(sort.property_id)?.name ?? ''}
            sort={sort}
            onTurn={(direction) => onChange(sorts.with(at, { ...sort, direction }))}
            onUp={at ? () => onChange(sorts.toSpliced(at, 1).toSpliced(at - 1, 0, sort)) : undefined}
            onRemove={() => onChange(sorts.toSpliced(at, 1))}
          />
        ))}
      </ul>
      {sorts.length < SORTS_MAX && (
        <button type="button" class="menu-item" onClick={() => setAdding(true)}>
          <Icon icon="plus" />
          {t('databases.view.add_sort')}
        </button>
      )}
      {sorts.length > 0 && (
        <button type="button" class="menu-item" onClick={() => onChange([])}>
          <Icon icon="trash-2" />
          {t('databases.view.sort_none')}
        </button>
      )}
    </>
  );
}

interface SortLineProps {
  name: string;
  sort: Sort;
  onTurn(direction: Sort['direction']): void;
  onUp?: () => void;
  onRemove(): void;
}

function SortLine({ name, sort, onTurn, onUp, onRemove }: SortLineProps) {
  return (
    <li class="panel-line">
      <span class="condition-name">{name}</span>
      <select
        aria-label={t('databases.view.sort_direction_of', { name })}
        value={sort.direction}
        onChange={({ currentTarget: { value } }) => onTurn(value as Sort['direction'])}
      >
        <option value="asc">{t('databases.view.sort.asc')}</option>
        <option value="desc">{t('databases.view.sort.desc')}</option>
      </select>
      {onUp && (
        <button type="button" class="icon-button" aria-label={t('databases.view.move_up', { name })} onClick={onUp}>
          <Icon icon="arrow-up" />
        </button>
      )}
      <button type="button" class="icon-button" aria-label={t('databases.view.take_away', { name })} onClick={onRemove}>
        <Icon icon="x" />
      </button>
    </li>
  );
}
