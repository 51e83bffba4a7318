// Properties that hold text: title, text, long text, addresses and numbers of telephones.
import Joi from 'joi';
import { fold } from '../../../../core/i18n/text-normalization.ts';
import type { PropertyTypeName, Value } from '../../model.ts';
import { type Cell, type PropertyType, ValueFault, wrongType } from './property-type.ts';

/** Characters in one cell: what an index takes on both engines, whatever the alphabet. */
export const CHUNK = 500;
/** Neighbouring cells share this much, so that a word on their border is found. */
const OVERLAP = 200;
/** The longest text that a filter looks for inside others. */
export const NEEDLE_MAX = OVERLAP;

export const folded = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** A text as its folded parts, in order. */
export function chunksOf(text: string): string[] {
  const key = folded(text);
  const found = [key.slice(0, CHUNK)];
  for (let at = CHUNK - OVERLAP; at + OVERLAP < key.length; at += CHUNK - OVERLAP)
    found.push(key.slice(at, at + CHUNK));
  return found;
}

const cells = (value: Value): Cell[] => chunksOf(value as string).map((text_key) => ({ text_key }));

interface Shape {
  max: number;
  lines?: true;
  check?(text: string): string | undefined;
}

function textType(
  name: PropertyTypeName,
  { max, lines, check }: Shape,
  more: Partial<PropertyType> = {},
): PropertyType {
  return {
    name,
    compares: 'text',
    sorts: 'text_key',
    config: {},
    rules: ['required', 'unique', 'min_length', 'max_length'],
    read(value) {
      if (value === null || value === '') return null;
      if (typeof value !== 'string') throw wrongType('text');
      if (value.length > max) throw new ValueFault('max_length', `takes at most ${max} characters`);
      if (!lines && /[\n\r]/.test(value)) throw new ValueFault('type', 'takes one line');
      const text = lines ? value : value.trim();
      const fault = text ? check?.(text) : undefined;
      if (fault) throw new ValueFault('format', fault);
      return text === '' ? null : text;
    },
    cells,
    words: (value) => value as string,
    ...more,
  };
}

const isAddress = Joi.string().email({ tlds: false });

function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^(https?|mailto|tel):$/.test(url.protocol)
    ? undefined
    : 'takes an address beginning with http or https';
}

export const textTypes: PropertyType[] = [
  textType('title', { max: 500 }, { single: true }),
  textType('text', { max: 2000, lines: true }),
  textType('long_text', { max: 20_000, lines: true }),
  textType('url', { max: 2000, check: webAddress }),
  textType('email', {
    max: 254,
    check: (text) => (isAddress.validate(text).error ? 'takes an e-mail address' : undefined),
  }),
  textType('phone', {
    max: 50,
    check: (text) => (/^[+\d][\d\s()./-]*(\s*(x|ext\.?)\s*\d+)?$/i.test(text) ? undefined : 'takes a telephone number'),
  }),
];
