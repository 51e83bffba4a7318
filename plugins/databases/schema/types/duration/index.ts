// How long something takes, in seconds.
import { BOUND_RULES, finiteNumber, numberBase } from '../bases/number.ts';
import { asNumber } from '../column-reader.ts';
import { type PropertyType, ValueFault } from '../property-type.ts';

export const durationType: PropertyType = {
  icon: 'history',
  ...numberBase,
  isGrouped: undefined,
  config: {},
  rules: BOUND_RULES,
  read(value) {
    const number = finiteNumber(value);
    if (number !== null && number < 0) throw new ValueFault('range', 'must be a number of seconds, not less than 0');
    return number;
  },
  words(value) {
    const seconds = value as number;
    const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
    return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  },
  isSummedAsItself: true,
  fromColumn: { isMapped: true, value: asNumber },
};
