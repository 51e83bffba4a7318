// What the bars of a timeline say besides their days: by the colour rules of the view, or else by how far their rows are.
import { el } from '../../../../../../core/client/dom.ts';
import { t } from '../../../../../../core/client/messages.ts';
import type { Property, Row } from '../../../../model.ts';
import { clientType } from '../../../../schema/types/client-registry.ts';
import { rowTitle } from '../../cell.ts';
import type { Model } from '../../model.ts';
import { optionsIn } from '../../value-parts.ts';
import { type DaySpan, spanText } from './timeline-span.ts';

export interface BarSign {
  /** of the palette; absent: the bar looks like any other */
  tone?: string;
  /** in the bar, as the name of the row stands beside it */
  words?: string;
}

/** The property whose options colour the bars: one that says how far a row is, or else the first choice of one. */
function telling(properties: Property[]): Property | undefined {
  const chosen = properties.filter((one) => clientType(one).compares === 'option');
  return chosen.find(({ config }) => config.options?.some(({ group }) => group)) ?? chosen[0];
}

export function barSign(model: Model, row: Row): BarSign {
  const property = telling(model.properties);
  const [option] = property ? optionsIn(property, row.values[property.id]) : [];
  const own = option?.color === 'default' ? undefined : option?.color;
  // Rules that somebody made are all that colours say in their view.
  return { tone: model.isColoured ? model.tones.get(row.id) : own, words: option?.name };
}

/** The name of the row, and after it how far it is. */
export const barWords = (row: Row, words: string | undefined): (Node | string)[] => [
  rowTitle(row),
  ...(words ? [el('span', { class: 'timeline-state' }, words)] : []),
];

/** What a bar is called: its row, its days, how far that is, and what it waits for. */
export function barLabel(model: Model, row: Row, span: DaySpan): string {
  const { names, view } = model;
  const after = (row.values[view.config.dependency_property_id ?? 0] ?? []) as number[];
  const known = after.flatMap((id) => names.rows[String(id)] ?? []).join(', ');
  const said = [
    row.title || t('core.client.untitled'),
    spanText(span),
    barSign(model, row).words,
    known && t('databases.view.timeline.depends', { names: known }),
  ];
  return said.filter(Boolean).join(', ');
}
