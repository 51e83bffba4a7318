// Asks for a new property where somebody pressed for one: what they type until its panel is there is the name.
import { TypeAhead } from '../../../../../core/client/type-ahead/type-ahead.ts';
import type { Model } from '../model.ts';
import type { ColumnPlace } from '../panels/new-property.tsx';

/**
 * @param place behind the last one where there is none
 * @param ready what the panel has to wait for
 */
export async function requestProperty(
  model: Model,
  anchor: HTMLElement,
  place?: ColumnPlace,
  ready?: Promise<unknown>,
): Promise<void> {
  const ahead = new TypeAhead();
  try {
    const [{ openNewProperty }] = await Promise.all([import('../panels/new-property.tsx'), ready]);
    openNewProperty(model, anchor, place, ahead.take());
  } finally {
    ahead.take();
  }
}
