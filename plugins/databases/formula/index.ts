// The formula language as the rest of the product uses it: pure, and safe with whatever people write.
import type { ReferenceEntry } from '../../../core/views/help-reference.ts';
import { allFunctions } from './functions/all.ts';
import type { FunctionGroup } from './functions/definition.ts';

export type { FormulaProperty } from './checker.ts';
export type { FaultCode, FormulaFault } from './errors.ts';
export { type Circumstance, type Circumstances, type FunctionGroup, GROUPS } from './functions/definition.ts';
export { kindText, type ValueKind } from './kind.ts';
export { affected, computingOrder, type Uses } from './order.ts';
export {
  dependencies,
  type EvaluationResult,
  evaluateFormula,
  type FormulaRow,
  type ParseResult,
  type Program,
  parseFormula,
  programKind,
  readableFormula,
  storedFormula,
} from './program.ts';
export type { Plain, PlainDate } from './value.ts';

export interface FunctionHelp {
  name: string;
  group: FunctionGroup;
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
