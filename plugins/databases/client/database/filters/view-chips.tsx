// Above the rows: what they are filtered and sorted by, as chips, and what becomes of it where others see them otherwise.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import type { Sort, ViewKind } from '../../../model.ts';
import type { Model } from '../model.ts';
import type { ChipPopoverProps } from './chip-popover.tsx';
import { filterConditionText, learnNames } from './condition-text.ts';
import { countLeaves, type FilterPart, readParts, writeParts } from './conditions.ts';
import { operatorsOf } from './operators.ts';
import { RowSearch } from './row-search.tsx';

/** Kinds that show no rows, and those that have an order of their own. */
const UNFILTERED: ViewKind[] = ['form'];
const UNSORTED: ViewKind[] = ['form', 'chart', 'calendar'];

/** What is open; `at` is the place of a chip of the filter. */
interface Opened {
  anchor: HTMLElement;
  /** another one each time something is opened: what was open before may end later */
  turn: number;
  /** what is typed until the panel is there */
  ahead: TypeAhead;
  at?: number;
  /** with those that are not filled in yet */
  parts: FilterPart[];
}

const partText = (model: Model, part: FilterPart): string => {
  if ('group' in part) return t('databases.view.filter_conditions', { count: countLeaves(part.group) });
  const property = model.property(part.property_id);
  return property ? filterConditionText(model, property, part) : '';
};

const sortText = (model: Model, sorts: Sort[]): string =>
  sorts
    .map(
      ({ property_id, direction }) => `${model.property(property_id)?.name ?? ''} ${direction === 'asc' ? '↑' : '↓'}`,
    )
    .join(', ');

interface ChipProps {
  text: string;
  removal: string;
  onOpen(anchor: HTMLElement): void;
  onRemove(): void;
}

const Chip = ({ text, removal, onOpen, onRemove }: ChipProps) => (
  <span class="view-chip">
    <button
      type="button"
      class="view-chip-text"
      aria-haspopup="dialog"
      title={text}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      {text}
    </button>
    <button type="button" class="icon-button" aria-label={removal} onClick={onRemove}>
      <Icon icon="x" />
    </button>
  </span>
);

/** What differs from the view as everybody has it, and what could not be kept. */
function DraftActions({ model }: { model: Model }) {
  const { drafts, view, isEditable } = model;
  if (!drafts.fault && !drafts.isDraft(view)) return null;
  const attempt = (run: () => Promise<void>) => () => void run().catch(failed);
  return (
    <div class="view-draft">
      {drafts.fault && (
        <span class="fault" role="alert">
          {t('databases.view.draft_unsent', { reason: drafts.fault })}{' '}
          <button type="button" class="button quiet" onClick={attempt(() => drafts.send())}>
            {t('databases.view.draft_again')}
          </button>
        </span>
      )}
      {drafts.isDraft(view) && (
        <button type="button" class="button quiet" data-tool="reset" onClick={attempt(() => drafts.reset())}>
          {t('databases.view.draft_reset')}
        </button>
      )}
      {drafts.isDraft(view) && isEditable && (
        <button type="button" class="button" data-tool="save" onClick={attempt(() => drafts.saveForAll())}>
          {t('databases.view.draft_save')}
        </button>
      )}
    </div>
  );
}

/** What is open of the chips, and what is done with them. */
function useChips(model: Model) {
  const { filter } = model.view.config;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [, setNames] = useState(0);
  const turns = useRef(0);
  const adder = useRef<HTMLButtonElement>(null);
  const stored = readParts(filter, model.property);
  const parts = opened?.parts ?? stored;
  useEffect(() => {
    const conditions = stored.flatMap((part) => ('group' in part ? [] : [part]));
    void learnNames(model, conditions).then((isMore) => isMore && setNames((count) => count + 1), failed);
  }, [JSON.stringify(filter)]);
  useEffect(() => setOpened(null), [model.view.id]);
  const look = (change: Parameters<typeof model.drafts.change>[0]) => void model.drafts.change(change).catch(failed);
  const open = (anchor: HTMLElement, at?: number, own = stored) => {
    turns.current += 1;
    setOpened({ anchor, turn: turns.current, ahead: new TypeAhead(), at, parts: own });
  };
  model.drafts.ask = (property) => {
    const part = { property_id: property.id, op: operatorsOf(property).op, values: [] };
    if (adder.current) open(adder.current, stored.length, [...stored, part]);
  };
  const change = (at: number, part: FilterPart | null) => {
    const next = part ? parts.toSpliced(at, 1, part) : parts.toSpliced(at, 1);
    setOpened(opened && part ? { ...opened, parts: next } : null);
    if (!part) adder.current?.focus();
    look({ filter: writeParts(next) });
  };
  const close = (turn: number) => setOpened((now) => (now?.turn === turn ? null : now));
  return {
    opened,
    parts,
    adder,
    open,
    change,
    look,
    close,
    append: (anchor: HTMLElement) => open(anchor, stored.length),
  };
}

type Chips = ReturnType<typeof useChips>;

function FilterChips({ model, chips }: { model: Model; chips: Chips }) {
  return (
    <>
      {chips.parts.map((part, index) => {
        const text = partText(model, part);
        return (
          <Chip
            key={'group' in part ? `group ${index}` : `${part.property_id} ${index}`}
            text={text}
            removal={t('databases.view.take_away', { name: text })}
            onOpen={(anchor) => chips.open(anchor, index)}
            onRemove={() => chips.change(index, null)}
          />
        );
      })}
      <button
        ref={chips.adder}
        type="button"
        class="button quiet"
        data-tool="filter"
        aria-label={t('databases.view.filter')}
        title={t('databases.view.filter')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => chips.append(currentTarget)}
      >
        <Icon icon="list-filter" />
        <span class="tool-label">{t('databases.view.filter')}</span>
      </button>
    </>
  );
}

function SortChip({ model, chips }: { model: Model; chips: Chips }) {
  const { sorts = [] } = model.view.config;
  if (sorts.length)
    return (
      <Chip
        text={t('databases.view.sorted_by', { names: sortText(model, sorts) })}
        removal={t('databases.view.sort_none')}
        onOpen={(anchor) => chips.open(anchor)}
        onRemove={() => chips.look({ sorts: [] })}
      />
    );
  return (
    <button
      type="button"
      class="button quiet"
      data-tool="sort"
      aria-label={t('databases.view.sorts')}
      title={t('databases.view.sorts')}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => chips.open(currentTarget)}
    >
      <Icon icon="chevrons-up-down" />
      <span class="tool-label">{t('databases.view.sorts')}</span>
    </button>
  );
}

/** The panel at what is open, loaded with the first look at the chips. */
function OpenPanel({ model, chips }: { model: Model; chips: Chips }) {
  const [Popover, setPopover] = useState<ComponentType<ChipPopoverProps> | null>(null);
  const { opened, parts, change, look, close } = chips;
  useEffect(() => {
    import('./chip-popover.tsx').then(({ ChipPopover }) => setPopover(() => ChipPopover)).catch(failed);
  }, []);
  if (!opened || !Popover) return null;
  const { at, turn, anchor, ahead } = opened;
  return (
    <Popover
      key={turn}
      {...{ model, anchor, ahead }}
      filter={at === undefined ? undefined : { part: parts[at] }}
      onPart={(part) => at !== undefined && change(at, part)}
      onSorts={(sorts) => look({ sorts })}
      onClose={() => close(turn)}
    />
  );
}

export function ViewChips({ model }: { model: Model }) {
  const chips = useChips(model);
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  if (UNFILTERED.includes(model.view.kind)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no part of a form
    <div class="view-chips" role="group" aria-label={t('databases.view.chips')} onPointerEnter={near} onFocusIn={near}>
      <div class="chip-row">
        <FilterChips {...{ model, chips }} />
        {!UNSORTED.includes(model.view.kind) && <SortChip {...{ model, chips }} />}
        <RowSearch model={model} />
      </div>
      <DraftActions model={model} />
      {(isNear || chips.opened) && <OpenPanel {...{ model, chips }} />}
    </div>
  );
}
