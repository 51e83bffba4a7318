// How forms that work without scripts ask for a value, and what was typed as a value to be read.
import type { Value } from '../../model.ts';

/** What was typed into the field of a property. */
export interface TypedField {
  given: string;
  /** without blanks around it */
  text: string;
  /** what was chosen of several */
  list: string[];
  /** of a field with several parts */
  part(name: 'time' | 'second' | 'second_time' | 'third'): string;
}

/** The texts in the parts of a field. */
export interface FieldParts {
  value: string;
  second: string;
  third: string;
  time: string;
  secondTime: string;
}

export interface FormFieldType {
  kind: 'line' | 'text' | 'lines' | 'number' | 'stars' | 'one' | 'many' | 'check' | 'date' | 'place';
  /** what stands in its parts, where that is not the value as a text */
  parts?(value: Value, zone: string): Partial<FieldParts>;
  /** how a value looks, the same in all languages, in a field that is empty */
  example?: string;
  /** to be checked as any other value is */
  read(typed: TypedField, before: Value): unknown;
}

export const lineField: FormFieldType = { kind: 'line', read: ({ text }) => (text === '' ? null : text) };

export const linesField: FormFieldType = {
  kind: 'lines',
  read: ({ given, text }) => (text === '' ? null : given.replace(/\r\n/g, '\n')),
};

/** A text of a few lines, for which a form asks on one. */
export const textField: FormFieldType = { ...linesField, kind: 'text' };

export const numberField: FormFieldType = {
  kind: 'number',
  read({ text }) {
    if (text === '') return null;
    return Number.isNaN(Number(text)) ? text : Number(text);
  },
};
