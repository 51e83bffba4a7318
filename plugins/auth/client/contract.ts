// What scripts of other plugins may use of accounts in the browser: the field in which people are chosen.
export type { Choice } from './combobox/choice-elements.ts';
export { startChoiceFields } from './combobox/choice-field-element.ts';
export { Combobox } from './combobox/combobox.ts';
