// Tags under the title of a page: put on by a field that finds and makes them, taken off by a button.
import { openField } from './tags/field.ts';
import { takeOff } from './tags/row.ts';

export const act = (element: HTMLElement, typed: string): Promise<void> =>
  element.dataset.do === 'add' ? openField(element, typed) : takeOff(element);
