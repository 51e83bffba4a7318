// Tags under the title of a page: put on by a field that finds and makes them, changed where they stand, taken off by a button.
import { openTag } from './tags/change.ts';
import { openField } from './tags/field.ts';
import { takeOff } from './tags/row.ts';

export function act(element: HTMLElement, typed: string): Promise<void> {
  if (element.dataset.do === 'add') return openField(element, typed);
  return element.dataset.do === 'change' ? openTag(element) : takeOff(element);
}
