// One option of a list.
import { oneOption, optionSchema, shownOptions } from '../bases/options.ts';
import type { PropertyType } from '../property-type.ts';

export const selectType: PropertyType = {
  ...oneOption(optionSchema),
  icon: 'chevron-down',
  shownConfig: { options: shownOptions() },
};
