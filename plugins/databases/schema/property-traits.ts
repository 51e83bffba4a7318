// What can be said of a property by its type alone: others ask for what it does, and name no type.
import { type Property, type PropertyTypeName, seenAs } from '../model.ts';
import type { ColumnReader } from './types/column-reader.ts';
import type { PropertyType } from './types/property-type.ts';
import { PROPERTY_TYPES, typeNamed } from './types/registry.ts';

type Typed = Pick<Property, 'type'>;

/** It says when its row takes place. */
export const isDateProperty = ({ type }: Typed): boolean => typeNamed(type).compares === 'date';
/** Its value is yes or no. */
export const isFlagProperty = ({ type }: Typed): boolean => typeNamed(type).compares === 'flag';
export const hasProgressStates = ({ type }: Typed): boolean => typeNamed(type).hasStates === true;
export const isRowNumber = ({ type }: Typed): boolean => typeNamed(type).isRowNumber === true;
export const isPressedProperty = ({ type }: Typed): boolean => typeNamed(type).isPressed === true;
export const isQuantity = ({ type }: Typed): boolean => typeNamed(type).isQuantity === true;
/** A number, a day or a check alone does not say what it is of. */
export function isNamedOnCards(property: Property): boolean {
  const { type } = seenAs(property);
  const { compares, names, isRowNumber: isNumbered } = typeNamed(type);
  return /^(number|date|moment|flag)$/.test(compares) ? !isNumbered : names === 'rows';
}
export const isEstimate = ({ type }: Typed): boolean => typeNamed(type).isEstimate === true;

export const namesPeople = ({ type }: Typed): boolean => typeNamed(type).names === 'people';

/** People are chosen for it; it does not merely show who made the row. */
export function takesPeople({ type }: Typed): boolean {
  return namesPeople({ type }) && !typeNamed(type).computed;
}

/** Its value is one of its options, whatever these say. */
export function takesOneOption({ type }: Typed): boolean {
  const { compares, hasStates } = typeNamed(type);
  return compares === 'option' && !hasStates;
}

/** Files are chosen for it. */
export const FILE_TYPES: PropertyTypeName[] = PROPERTY_TYPES.filter((type) => typeNamed(type).names === 'files');

export const INPUT_KINDS = ['text', 'url', 'email', 'tel', 'number', 'date', 'checkbox', 'select'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

const INPUTS = { number: 'number', stars: 'number', date: 'date', check: 'checkbox', one: 'select' } as const;

/** The field of a form in which its value can be typed or chosen; undefined where it takes more than one. */
export function inputOf({ type }: Typed): InputKind | undefined {
  const { lineOf, formField } = typeNamed(type);
  return lineOf ?? (formField && INPUTS[formField.kind as keyof typeof INPUTS]);
}

/** How columns of other programs become properties of a type. */
export interface ColumnFacts {
  /** absent: its values come from elsewhere than columns */
  reader?: ColumnReader;
  /** its values name these */
  names?: PropertyType['names'];
  hasOptions: boolean;
  isMany: boolean;
}

export function columnFacts(type: PropertyTypeName): ColumnFacts {
  const { fromColumn: reader, names, refs, compares, isMany } = typeNamed(type);
  const hasOptions = compares === 'option' || compares === 'options';
  return { reader, ...(refs && { names }), hasOptions, isMany: isMany === true };
}
