// Makes a valid example of a JSON Schema, so that every operation of the API shows one; authors' own examples win.
import { MAX_ID } from '../http/schema-fields.ts';
import type { JsonSchema, SchemaBook } from './json-schema.ts';

const formats: Record<string, string> = {
  email: 'ada@example.org',
  'date-time': '2026-11-20T09:00:00.000Z',
  date: '2026-11-20',
  uri: 'https://example.org/',
  uuid: '6f1d2c3b-4a59-4e68-8f7a-0b1c2d3e4f50',
};

/** What a text is usually called by; the first fitting name wins. */
const names: [RegExp, string][] = [
  [/_at$|^until$/, formats['date-time'] as string],
  [/email/, formats.email as string],
  [/url$|^href$/, formats.uri as string],
  [/timezone/, 'Europe/Berlin'],
  [/color$|colour$/, '#0e7490'],
  [/title$|^name$/, 'Reading list'],
  [/slug$/, 'reading-list'],
  [/icon$/, '📚'],
];

/** What ends is still to come. */
const LATER = '2099-12-31T22:00:00.000Z';

/** Tried in turn for a text with a pattern. */
const candidates = [
  'example',
  'Example',
  '1',
  'EX',
  '#0e7490',
  'ada@example.org',
  'https://example.org/',
  '2026-11-20',
];

const DEPTH_MAX = 6;

/** `name` is that of the property or parameter. Undefined when the schema allows nothing that can be shown. */
export function exampleOf(book: SchemaBook, given: JsonSchema, name = '', depth = 0): unknown {
  const schema = book.resolve(given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (depth > DEPTH_MAX) return undefined;
  const options = schema.anyOf ?? schema.oneOf;
  const option = options?.find(({ type }) => type !== 'null');
  if (option) return exampleOf(book, option, name, depth);
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((part) => exampleOf(book, part, name, depth) ?? {}),
      objectOf(book, schema, depth),
    );
  }
  const [type] = [schema.type ?? (schema.properties ? 'object' : 'string')].flat().filter((one) => one !== 'null');
  if (type === 'object') return objectOf(book, schema, depth);
  if (type === 'array') return arrayOf(book, schema, depth);
  if (type === 'boolean') return true;
  if (type === 'string') return textOf(schema, name);
  return numberOf(schema);
}

/** Ids of other things: who copies an example has none of them, so it names only what it has to. */
function isReference({ maximum, items, anyOf, examples }: JsonSchema): boolean {
  if (examples) return false;
  return maximum === MAX_ID || (items ? isReference(items) : Boolean(anyOf?.some(isReference)));
}

function objectOf(book: SchemaBook, schema: JsonSchema, depth: number): Record<string, unknown> {
  const groups = schema['x-exclusive'] ?? [];
  const chosen = new Set(groups.map(([first]) => first));
  const dropped = new Set(groups.flatMap((peers) => peers.slice(1)));
  const isLeft = (key: string, property: JsonSchema): boolean =>
    !dropped.has(key) && (chosen.has(key) || schema.required?.includes(key) || !isReference(property));
  const entries = Object.entries(schema.properties ?? {})
    .filter(([key, property]) => isLeft(key, property))
    .map(([key, property]) => [key, exampleOf(book, property, key, depth + 1)] as const)
    .filter(([, value]) => value !== undefined);
  if (!entries.length && typeof schema.additionalProperties === 'object') {
    const value = exampleOf(book, schema.additionalProperties, '', depth + 1);
    return value === undefined ? {} : { example: value };
  }
  return Object.fromEntries(entries);
}

function arrayOf(book: SchemaBook, schema: JsonSchema, depth: number): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(book, item, '', depth + 1));
  const item = schema.items ? exampleOf(book, schema.items, '', depth + 1) : undefined;
  return item === undefined ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => item);
}

function textOf(schema: JsonSchema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (format === 'binary') return 'the content of the file';
  if (/^(expires|closes)_at$/.test(name)) return LATER;
  if (format && formats[format]) return formats[format];
  const known = names.flatMap(([called, text]) => (called.test(name) ? text : []));
  const fits = (text: string): boolean => !pattern || new RegExp(pattern, 'u').test(text);
  const sized = [...known, ...candidates].map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'));
  return sized.find(fits) ?? sized[0];
}

function numberOf({ minimum = 1, maximum = Number.POSITIVE_INFINITY }: JsonSchema): number {
  return Math.min(Math.max(1, minimum), maximum);
}
