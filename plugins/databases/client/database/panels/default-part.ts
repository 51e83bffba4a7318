// What new rows have of a property when nobody says otherwise.
import { t } from '../../../../../core/client/messages.ts';
import type { Property } from '../../../model.ts';
import type { Parts } from '../../../schema/types/client-property-type.ts';
import type { Model } from '../model.ts';
import { isChosen, isFree, isWritable } from '../property-kinds.ts';
import { labelled } from './form-controls.ts';
import { propertyValueField } from './value-field.ts';

export function defaultPart(model: Model, { type, config }: Pick<Property, 'type' | 'config'>): Parts {
  const hasDefault = type !== 'title' && isWritable({ type }) && isFree({ type });
  // Of options that are only about to be made there is none to choose.
  if (!hasDefault || (isChosen({ type }) && !config.options?.length)) return { elements: [], config: () => ({}) };
  const property = { id: 0, name: '', type, config, position: 0, group_name: '', validation: {} };
  const field = propertyValueField(model, property, config.default ?? null);
  return {
    elements: [labelled(t('databases.view.default'), field.element)],
    config() {
      const value = field.read();
      const isNone = value === null || value === false;
      return isNone ? (config.default === undefined ? {} : { default: null }) : { default: value };
    },
  };
}
