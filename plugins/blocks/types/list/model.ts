/** Items of lists: with a bullet, a number or a box to tick. */
import { textual } from '../../block-type.ts';
import { fallbackRule, flagRule, integerRule, optionalRule } from '../../value-rules.ts';

export default [
  textual('bullet', {}, { foreign: [{ tag: 'ul > li' }] }),
  textual('numbered', { start: optionalRule(integerRule(0, 999_999_999)) }, { foreign: [{ tag: 'ol > li' }] }),
  textual('todo', { checked: fallbackRule(flagRule, false) }),
];
