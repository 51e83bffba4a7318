// A value as it stands in a cell, on a card or at the head of a row.
import { t } from '../../../../core/client/messages.ts';
import { type Property, seenAs, type Value } from '../../model.ts';
import { clientType } from '../../schema/types/client-registry.ts';
import type { Model } from './model.ts';
import { plainValueText } from './value-text.ts';

export function cellContent(model: Model, property: Property, value: Value | undefined): (Node | string)[] {
  const shown = seenAs(property);
  if (property.type === 'rollup' && clientType(shown).isMany) return cellContent(model, shown, value);
  const text = plainValueText(model, property, value);
  return clientType(property).content?.(value ?? null, { property, model, text }) ?? (text ? [text] : []);
}

/** The title of a row with its sign; rows without one are called so. */
export const rowTitle = (row: { title: string; page_icon: string }): string => {
  const sign = row.page_icon && !row.page_icon.startsWith('custom:') ? `${row.page_icon} ` : '';
  return `${sign}${row.title || t('core.client.untitled')}`;
};
