// What types that hold text have in common: lines or long texts, and how they are searched.
import { fold } from '../../../../../core/i18n/text-normalization.ts';
import type { Value } from '../../../model.ts';
import { textColumn } from '../column-reader.ts';
import { lineField } from '../form-field.ts';
import { type PropertyType, type ValueCell, ValueFault, wrongType } from '../property-type.ts';

/** Characters in one cell: what an index takes on both engines, whatever the alphabet. */
export const CHUNK = 500;
/** Neighbouring cells share this much, so that a word on their border is found. */
const OVERLAP = 200;
/** The longest text that a filter looks for inside others. */
export const NEEDLE_MAX = OVERLAP;

export const foldSearchText = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** A text as its folded parts, in order. */
export function chunksOf(text: string): string[] {
  const key = foldSearchText(text);
  const found = [key.slice(0, CHUNK)];
  for (let at = CHUNK - OVERLAP; at + OVERLAP < key.length; at += CHUNK - OVERLAP)
    found.push(key.slice(at, at + CHUNK));
  return found;
}

const cells = (value: Value): ValueCell[] => chunksOf(value as string).map((text_key) => ({ text_key }));

interface Shape {
  max: number;
  lines?: true;
  check?(text: string): string | undefined;
}

/** A line of text unless it says otherwise. */
export function textType(
  { max, lines, check }: Shape,
  own: Partial<PropertyType> & Pick<PropertyType, 'icon'>,
): PropertyType {
  return {
    compares: 'text',
    sorts: 'text_key',
    config: {},
    rules: ['required', 'unique', 'min_length', 'max_length'],
    read(value) {
      if (value === null || value === '') return null;
      if (typeof value !== 'string') throw wrongType('text');
      if (value.length > max) throw new ValueFault('max_length', `must have at most ${max} characters`);
      if (!lines && /[\n\r]/.test(value)) throw new ValueFault('type', 'must be one line');
      const text = lines ? value : value.trim();
      const fault = text ? check?.(text) : undefined;
      if (fault) throw new ValueFault('format', fault);
      return text === '' ? null : text;
    },
    cells,
    words: (value) => value as string,
    formulaKind: 'text',
    formField: lineField,
    fromColumn: textColumn,
    ...own,
  };
}
