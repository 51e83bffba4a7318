// One value as another type of property has it.
import type { Property, Value } from '../model.ts';
import { type Names, ValueFault } from '../schema/types/property-type.ts';
import { typeNamed, typeOf } from '../schema/types/registry.ts';

const noNames: Names = { user: () => undefined, row: () => undefined, file: () => undefined };
const NO = ['', 'false', 'no', 'nein', '0', '✗', '☐'];

/** The words of a value, of a list those of each member. */
export const memberTexts = (value: Value, from: Property): string[] =>
  Array.isArray(value)
    ? value.map((one) => typeNamed('select').words(one, from, noNames))
    : [typeOf(from).words(value, from, noNames)];

function numberIn(text: string): number | null {
  const plain = text.replace(/[\s'’_]|(?<=\d),(?=\d{3}(\D|$))/g, '').replace(',', '.');
  const found = /^[^\d.+-]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)[^\d]*$/i.exec(plain);
  if (!found) return null;
  return found[2] ? Number(found[1]) / 100 : Number(found[1]);
}

function dayIn(text: string): string | null {
  const iso = /^\s*(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)/.exec(
    text.replace(/^(\S+) (\d{2}:\d{2})/, '$1T$2'),
  );
  if (iso) return iso[1] as string;
  const german = /^\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*$/.exec(text);
  if (!german) return null;
  const [, day = '', month = '', year] = german;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** One value as the new type has it; null is lost. */
export function convertValue(value: Value, from: Property, to: Property): Value {
  if (value === null) return null;
  const texts = memberTexts(value, from).filter(Boolean);
  const text = texts.join(', ');
  const read = (given: unknown): Value => {
    try {
      return typeOf(to).read(given, to);
    } catch (error) {
      if (error instanceof ValueFault) return null;
      throw error;
    }
  };
  const optionOf = (name: string) =>
    to.config.options?.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  switch (to.type) {
    case 'checkbox':
      return NO.includes(text.trim().toLowerCase()) ? null : true;
    case 'number':
    case 'rating':
    case 'duration':
      return read(typeof value === 'number' ? value : value === true ? 1 : numberIn(text));
    case 'select':
    case 'status':
      return read(optionOf(texts[0]?.trim() ?? '') ?? null);
    case 'multi_select':
      return read(splitNames(texts).flatMap((name) => optionOf(name) ?? []));
    case 'date':
      return from.type === 'date' ? value : read(dayIn(text));
    case 'url':
      return read(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text);
    default:
      return read(text);
  }
}

export const splitNames = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.split(/[,;\n]/)).map((name) => name.trim().slice(0, 100)))].filter(Boolean);
