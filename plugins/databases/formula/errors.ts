// What can be wrong with a formula: a code, the place in its text, and the words for it.
import { formatMessage, type MessageValues } from '../../../core/i18n/message-format.ts';

/** In characters (UTF-16) from the start of the formula; `end` is behind the last one. */
export interface SourceSpan {
  start: number;
  end: number;
}

/** The messages have the same words under `databases.fault.formula.<code>`. */
const WORDS = {
  too_long: 'The formula is longer than {most} characters.',
  too_deep: 'The formula is nested too deeply.',
  sign: 'Unexpected character {found}.',
  open_text: 'This text has no closing quotation mark.',
  open_comment: 'This comment is not closed.',
  number_too_large: 'The number {found} is too large.',
  ends: 'The formula is incomplete.',
  unexpected: 'Unexpected {found}.',
  missing: 'Expected {wanted}, but found {found}.',
  unknown_name: 'Unknown name {name}.',
  suggested_name: 'Unknown name {name}. Did you mean {other}?',
  unknown_function: 'Unknown function {name}.',
  suggested_function: 'Unknown function {name}. Did you mean {other}?',
  no_property: 'Unknown property {name}.',
  ambiguous_property: 'More than one property is called {name}.',
  deleted_property: 'This property was deleted.',
  property_text: 'prop() takes the name of a property in quotation marks.',
  variable_name: 'The first argument of let() must be a name.',
  too_few: '{name} needs more arguments: {signature}',
  too_many: '{name} takes fewer arguments: {signature}',
  wrong_kind: '{name} takes {wanted} here, not {found}.',
  mixed_list: 'All items of a list must be of one kind: this one is {found}, the first is {wanted}.',
  division_by_zero: 'This divides by zero.',
  not_a_number: '{name} has no result for this number.',
  overflow: 'The result of {name} is too large.',
  unit: '{found} is not a unit of time. Units are: {units}',
  language: '{found} is not a language code such as en or de.',
  zone: '{found} is not a time zone such as Europe/Berlin.',
  no_day: 'This date does not exist.',
  text_too_long: 'The text would be longer than {most} characters.',
  list_too_long: 'The list would have more than {most} items.',
  too_much_work: 'The formula takes too many steps.',
} as const;

export type FaultCode = keyof typeof WORDS;

export interface FormulaFault extends SourceSpan {
  code: FaultCode;
  /** of the message that says it in other languages */
  key: `databases.fault.formula.${FaultCode}`;
  values: MessageValues;
  /** in English */
  detail: string;
  /** from 1 */
  line: number;
  /** from 1, in characters of the line */
  column: number;
}

/** Thrown inside of the engine only; `formulaFault` makes what leaves it. */
export class FormulaError extends Error {
  readonly code: FaultCode;
  readonly values: MessageValues;
  span: SourceSpan | undefined;

  constructor(code: FaultCode, values: MessageValues = {}, span?: SourceSpan) {
    super(code);
    this.code = code;
    this.values = values;
    this.span = span;
  }
}

export function formulaFault(
  source: string,
  { code, values, span = { start: 0, end: source.length } }: FormulaError,
): FormulaFault {
  const before = source.slice(0, span.start).split(/\r\n?|\n/);
  return {
    code,
    key: `databases.fault.formula.${code}`,
    values,
    detail: formatMessage('en', WORDS[code], values),
    start: span.start,
    end: span.end,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  };
}
