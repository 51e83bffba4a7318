// The formula language as the rest of the product uses it: pure, and safe with whatever people write.
import type { ReferenceEntry } from '../../../core/views/help-reference.ts';
import { allFunctions } from './functions/all.ts';
import type { Group } from './functions/definition.ts';

export type { FormulaProperty } from './checker.ts';
export type { Fault, FaultCode } from './errors.ts';
export { type Circumstance, type Circumstances, GROUPS, type Group } from './functions/definition.ts';
export { type Kind, kindText } from './kind.ts';
export { affected, computingOrder, type Uses } from './order.ts';
export {
  dependencies,
  type Evaluated,
  evaluate,
  type FormulaRow,
  kept,
  type Parsed,
  type Program,
  parse,
  shown,
  typeOf,
} from './program.ts';
export type { Plain, PlainDate } from './value.ts';

export interface FunctionHelp {
  name: string;
  group: Group;
  /** e.g. "round(value: number, digits?: number): number" */
  signatures: string[];
  /** key of the message that says what it does */
  help: string;
  example: string;
  /** the result of the example, as text */
  gives: string;
}

/** All functions, group by group. */
export const functions: FunctionHelp[] = allFunctions.flatMap(({ name, group, signatures, example, gives }) =>
  group === 'sign' ? [] : [{ name, group, signatures, help: `databases.formula.help.${name}`, example, gives }],
);

/** What the help lists below its article of formulas. */
export const formulaReference: ReferenceEntry[] = functions.map(({ group, signatures, help, example, gives }) => ({
  topic: 'formulas',
  group: `databases.formula.group.${group}`,
  terms: signatures,
  label: help,
  example,
  gives,
}));
