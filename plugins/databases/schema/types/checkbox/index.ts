// A check: set, or not.
import { readAsWritten } from '../column-reader.ts';
import { type PropertyType, wrongType } from '../property-type.ts';

const NO = ['', 'false', 'no', 'nein', '0', '✗', '☐'];

export const checkboxType: PropertyType = {
  icon: 'check',
  compares: 'flag',
  sketch: 'check',
  sorts: 'num',
  isUnsearched: true,
  isGrouped: true,
  config: {},
  rules: ['required'],
  read(value) {
    if (value !== null && typeof value !== 'boolean') throw wrongType('true or false');
    return value === true ? true : null;
  },
  cells: () => [{ num: 1 }],
  words: (value) => (value ? '✓' : ''),
  display: 'check',
  present: (stored) => stored === true,
  formulaKind: 'boolean',
  toFormula: (value) => value === true,
  convertFrom: ({ text }) => (NO.includes(text.trim().toLowerCase()) ? null : true),
  formField: { kind: 'check', read: ({ text }) => text !== '' },
  fromColumn: {
    isTaken: true,
    isMapped: true,
    reading: { type: 'checkbox' },
    fit: () => ({ type: 'checkbox' }),
    value: readAsWritten,
    takesNone: true,
    filterValue: (value, _property, isRange) => (typeof value === 'boolean' && !isRange ? value : undefined),
  },
};
