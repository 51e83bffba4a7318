// One option of a list.
import { oneOption, optionKeys, shownOptions } from '../bases/options.ts';
import type { PropertyType } from '../property-type.ts';

export const selectType: PropertyType = { ...oneOption(optionKeys), shownConfig: { options: shownOptions() } };
