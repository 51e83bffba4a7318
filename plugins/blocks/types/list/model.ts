/** Items of lists: with a bullet, a number or a box to tick. */
import { textual } from '../../block-type.ts';
import { fallback, flag, integer, optional } from '../../value-rules.ts';

export default [
  textual('bullet', {}, { foreign: [{ tag: 'ul > li' }] }),
  textual('numbered', { start: optional(integer(0, 999_999_999)) }, { foreign: [{ tag: 'ol > li' }] }),
  textual('todo', { checked: fallback(flag, false) }),
];
