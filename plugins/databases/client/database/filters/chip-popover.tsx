// The panel at a chip: loaded when the first one is opened.

import { t } from '../../../../../core/client/messages.ts';
import { PopoverPanel } from '../../../../../core/client/popover-panel.tsx';
import type { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import type { Sort } from '../../../model.ts';
import type { Model } from '../model.ts';
import type { FilterPart } from './conditions.ts';
import { FilterPanel } from './filter-panel.tsx';
import { SortPanel } from './sort-panel.tsx';

export interface ChipPopoverProps {
  model: Model;
  anchor: HTMLElement;
  ahead: TypeAhead;
  /** undefined: the sorts */
  filter?: { part: FilterPart | undefined };
  onPart(part: FilterPart | null): void;
  onSorts(sorts: Sort[]): void;
  onClose(): void;
}

export function ChipPopover({ model, anchor, ahead, filter, onPart, onSorts, onClose }: ChipPopoverProps) {
  const isWide = filter?.part && 'group' in filter.part;
  return (
    <PopoverPanel
      {...{ anchor, ahead, onClose }}
      label={t(filter ? 'databases.view.filter' : 'databases.view.sorts')}
      class={isWide ? 'chip-panel colours wide' : 'chip-panel colours'}
    >
      {filter ? (
        <FilterPanel {...{ model, part: filter.part }} onChange={onPart} onRemove={() => onPart(null)} />
      ) : (
        <SortPanel model={model} sorts={model.view.config.sorts ?? []} onChange={onSorts} />
      )}
    </PopoverPanel>
  );
}
