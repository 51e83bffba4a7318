// Long lists of a form become fields to search, on the pages that load this.
import { startChoiceFields } from './combobox/choice-field-element.ts';

startChoiceFields();
