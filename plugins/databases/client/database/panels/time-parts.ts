// What can be set about calendars, timelines and charts.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import {
  CHART_KINDS,
  CHART_SORTS,
  type ChartKind,
  type ChartSort,
  isBarred,
  isParted,
} from '../../../views/chart/chart-kinds.ts';
import type { Model } from '../model.ts';
import { isDated, isGrouped } from '../property-kinds.ts';
import { labelled, select } from './form-controls.ts';
import { chosenFrom, none, selectedId, type ViewSettings } from './view-parts.ts';

const dates = (model: Model) => chosenFrom(model.properties.filter(isDated));

const endSelect = (model: Model): HTMLSelectElement =>
  select(
    '',
    [['', t('databases.view.timeline.same_date')], ...dates(model)],
    String(model.view.config.end_property_id ?? ''),
  );

export function calendarPart(model: Model): ViewSettings {
  const days = select(
    '',
    dates(model),
    String(model.view.config.date_property_id ?? model.properties.find(isDated)?.id ?? ''),
  );
  const end = endSelect(model);
  return {
    elements: [labelled(t('databases.view.calendar_by'), days), labelled(t('databases.view.calendar_end'), end)],
    read: () => ({ date_property_id: selectedId(days), end_property_id: selectedId(end) }),
  };
}

export function timelinePart(model: Model): ViewSettings {
  const { date_property_id, dependency_property_id } = model.view.config;
  const start = select('', dates(model), String(date_property_id ?? model.properties.find(isDated)?.id ?? ''));
  const end = endSelect(model);
  const own = model.properties.filter(
    (one) => clientType(one).compares === 'rows' && one.config.collection_id === model.id,
  );
  const before = select('', [none(), ...chosenFrom(own)], String(dependency_property_id ?? ''));
  return {
    elements: [
      labelled(t('databases.view.timeline.from'), start),
      labelled(t('databases.view.timeline.to'), end),
      labelled(t('databases.view.timeline.waits_for'), before),
    ],
    read: () => ({
      date_property_id: selectedId(start),
      end_property_id: selectedId(end),
      dependency_property_id: selectedId(before),
    }),
  };
}

const AGGREGATES = ['count', 'sum', 'average', 'min', 'max'] as const;
const INTERVALS = ['day', 'month', 'year'] as const;

/** The kinds side by side, of which one is chosen. */
function chartKinds(first: ChartKind): { element: HTMLElement; chosen(): ChartKind } {
  const boxes = CHART_KINDS.map((one) => {
    const box = el('input', { type: 'radio', name: 'chart-kind', value: one });
    box.checked = one === first;
    return box;
  });
  const labels = boxes.map((box) => el('label', {}, box, t(`databases.view.chart.${box.value}`)));
  const legend = el('legend', {}, t('databases.view.chart.kind'));
  const element = el(
    'fieldset',
    { class: 'panel-set' },
    legend,
    el('div', { class: 'view-kinds chart-kinds' }, ...labels),
  );
  return { element, chosen: () => (boxes.find(({ checked }) => checked)?.value ?? first) as ChartKind };
}

export function chartPart(model: Model): ViewSettings {
  const { config } = model.view;
  const grouped = model.properties.filter(isGrouped);
  const numbers = model.properties.filter((one) => clientType(one).compares === 'number');
  const kind = chartKinds(config.chart_kind ?? 'bar');
  const by = select('', [none(), ...chosenFrom(grouped)], String(config.group_by ?? ''));
  const also = select('', [none(), ...chosenFrom(grouped)], String(config.sub_group_by ?? ''));
  const interval = select(
    '',
    INTERVALS.map((one) => [one, t(`databases.view.chart.${one}`)]),
    config.chart_interval ?? 'month',
  );
  const sort = select(
    '',
    [
      ['', t('databases.view.chart.sort.none')],
      ...CHART_SORTS.map((one): [string, string] => [one, t(`databases.view.chart.sort.${one}`)]),
    ],
    config.chart_sort ?? '',
  );
  const aggregate = select(
    '',
    AGGREGATES.map((one) => [one, t(`databases.view.sum.${one}`)]),
    config.chart_aggregate ?? 'count',
  );
  const of = select('', chosenFrom(numbers), String(config.chart_property_id ?? numbers[0]?.id ?? ''));
  const fields = {
    by: labelled(t('databases.view.group_by'), by),
    also: labelled(t('databases.view.chart.series'), also),
    interval: labelled(t('databases.view.chart.interval'), interval),
    sort: labelled(t('databases.view.chart.sort'), sort),
    of: labelled(t('databases.view.chart.of'), of),
  };
  const shape = () => {
    const chosen = model.property(Number(by.value));
    fields.by.hidden = kind.chosen() === 'number';
    fields.also.hidden = !isParted(kind.chosen());
    fields.sort.hidden = !isBarred(kind.chosen());
    fields.interval.hidden = fields.by.hidden || !(chosen && isDated(chosen));
    fields.of.hidden = aggregate.value === 'count';
  };
  for (const one of [kind.element, by, aggregate]) one.addEventListener('change', shape);
  shape();
  return {
    elements: [
      kind.element,
      labelled(t('databases.view.chart.value'), aggregate),
      fields.of,
      fields.by,
      fields.interval,
      fields.also,
      fields.sort,
    ],
    read: () => ({
      chart_kind: kind.chosen(),
      group_by: kind.chosen() === 'number' ? null : selectedId(by),
      sub_group_by: fields.also.hidden ? null : selectedId(also),
      chart_sort: (sort.value || null) as ChartSort | null,
      chart_interval: interval.value as (typeof INTERVALS)[number],
      chart_aggregate: aggregate.value as (typeof AGGREGATES)[number],
      chart_property_id: fields.of.hidden ? null : selectedId(of),
    }),
  };
}
