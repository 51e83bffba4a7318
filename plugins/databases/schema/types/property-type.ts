// What a type of property is: how its values are read, kept in columns, compared, and said in words.
import type Joi from 'joi';
import type { Ctx } from '../../../../core/kernel/context.ts';
import type { Config, Property, PropertyTypeName, Value } from '../../model.ts';

/** The typed columns of one value; a list has a cell for each of its members. */
export interface Cell {
  text_key?: string;
  num?: number;
  at_start?: string;
  at_end?: string;
  ref_id?: number;
}

export type Column = 'text_key' | 'num' | 'at_start' | 'ref_id';
export type Rule = 'required' | 'unique' | 'min' | 'max' | 'min_length' | 'max_length';

/** Which operators of filters apply, and how they compare. */
export type Comparison = 'text' | 'number' | 'option' | 'options' | 'date' | 'refs' | 'flag' | 'moment' | 'none';

/** Names of what values refer to, for words: options are in the property itself. */
export interface Names {
  user(id: number): string | undefined;
  row(id: number): string | undefined;
  file(id: number): string | undefined;
}

export interface PropertyType {
  name: PropertyTypeName;
  compares: Comparison;
  /** what rows are sorted by; absent where they cannot be */
  sorts?: Column;
  /** what the configuration takes beside description, hidden and default */
  config: Record<string, Joi.Schema>;
  rules: readonly Rule[];
  /** made by the service: nobody writes it */
  computed?: true;
  /** only one in a database */
  single?: true;
  /**
   * A value as it is kept; null is none.
   * @throws ValueFault
   */
  read(value: unknown, property: Property): Value;
  /** ids of people, rows or files in it, which the writer must be able to see */
  refs?(value: Value): number[];
  cells(value: Value, property: Property): Cell[];
  words(value: Value, property: Property, names: Names): string;
}

/** A value that a property does not take; `rule` and `detail` are what the client is told. */
export class ValueFault extends Error {
  readonly rule: string;
  constructor(rule: string, detail: string) {
    super(detail);
    this.rule = rule;
  }
}

/** Whether there is nothing in it: what `required` refuses and filters call empty. */
export const isEmpty = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length);

export const wrongType = (wanted: string): ValueFault => new ValueFault('type', `takes ${wanted}`);

/** Refuses members of objects that nobody asked for. */
export function only(value: object, keys: readonly string[]): void {
  const other = Object.keys(value).find((key) => !keys.includes(key));
  if (other !== undefined) throw new ValueFault('type', `does not take ${other.slice(0, 50)}`);
}

/** What is checked about the configuration beyond its shape, e.g. that a relation names a database. */
export type ConfigCheck = (ctx: Ctx, config: Config) => Promise<Config>;
