// What the bars of a timeline say besides their days: by the colour rules of the view, or else by how far their rows are.
import type { Property, Row } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { optionsIn } from '../value-parts.ts';

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
