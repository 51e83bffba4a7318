// Turns joi schemas into JSON Schema for the OpenAPI document: titled ones become components, examples are kept.
import { isDeepStrictEqual } from 'node:util';
import type Joi from 'joi';
import { exampleOf } from './example-generator.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  /** tells the options of `oneOf` apart by one property */
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  /** groups of properties of which a value holds at most one */
  'x-exclusive'?: string[][];
}

/** The parts of a joi schema that its declarations leave out. */
interface Internals {
  _flags: { presence?: string; result?: string };
  $_terms: {
    keys?: { key: string; schema: Joi.Schema }[] | null;
    patterns?: { regex?: RegExp; rule: Joi.Schema }[] | null;
    items?: Joi.Schema[];
    matches?: { schema?: Joi.Schema }[];
    examples?: unknown[] | null;
    metas?: Meta[] | null;
    dependencies?: { rel: string; peers: { key: string }[] }[] | null;
  };
}

/** What `.meta()` says of a schema for the document. */
interface Meta {
  title?: string;
  exclusive?: string[];
  file?: true;
  /** what the handler checks itself, where the schema takes any object */
  documented?: Joi.Schema;
  /** of a titled object: which schemas other keys have for each value of the key `on`, checked by the handler, too */
  variants?: { on: string; of: Record<string, Record<string, Joi.Schema>> };
}

const REF = '#/components/schemas/';
const internals = (schema: Joi.Schema): Internals => schema as unknown as Internals;

export const isRequired = (schema: Joi.Schema): boolean => internals(schema)._flags.presence === 'required';

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
    .join('');

/** Collects the components of one document. */
export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};
  #operation = '';

  /** What is converted next belongs to this one, after which schemas are called that share a title with another one. */
  describing(operationId: string): void {
    this.#operation = pascal(operationId);
  }

  /**
   * JSON Schema of what a client sends (or reads), a `$ref` for schemas with `.meta({ title })`.
   * `.meta({ exclusive: ['a', 'b'] })` says of keys what the handler refuses itself; the example shows the first.
   */
  convert(schema: Joi.Schema): JsonSchema {
    const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
    const { $_terms: terms } = internals(schema);
    const meta: Meta = Object.assign({}, ...(terms.metas ?? []));
    const { description } = json;
    if (meta.file) return { type: 'string', format: 'binary', ...(description ? { description } : {}) };
    if (meta.documented) return this.convert(meta.documented);
    this.#convertChildren(terms, json);
    if (terms.examples?.length) json.examples = terms.examples;
    // A schema made of a titled one has the titles of both: its own is the last.
    if (!meta.title) return json;
    return this.#keep(meta.title, meta.variants ? this.#oneOf(meta.title, json, meta.variants) : json);
  }

  resolve(schema: JsonSchema): JsonSchema {
    if (!schema.$ref) return schema;
    const found = this.components[schema.$ref.slice(REF.length)];
    if (!found) throw new Error(`openapi: ${schema.$ref} leads nowhere`);
    return found;
  }

  /** joi converts a whole tree at once and knows no components, so each child is converted again on its own. */
  #convertChildren(terms: Internals['$_terms'], json: JsonSchema): void {
    // Further allowed values wrap the schema itself in a list of alternatives.
    const node = json.anyOf?.find((option) => option.properties || option.items) ?? json;
    for (const { key, schema } of terms.keys ?? []) {
      const { presence, result } = internals(schema)._flags;
      if (presence === 'forbidden' || result === 'strip') delete node.properties?.[key];
      else if (node.properties) node.properties[key] = this.convert(schema);
    }
    for (const { regex, rule } of terms.patterns ?? []) {
      if (regex) node.patternProperties = { ...node.patternProperties, [regex.source]: this.convert(rule) };
      else {
        delete node.patternProperties;
        node.additionalProperties = this.convert(rule);
      }
    }
    if (node.items) node.items = this.#either((terms.items ?? []).map((item) => this.convert(item)));
    const matches = (terms.matches ?? []).flatMap((match) => match.schema ?? []);
    if (matches.length && json.anyOf) {
      const start = json.anyOf.findIndex(({ type }) => type !== 'null');
      json.anyOf.splice(start, matches.length, ...matches.map((match) => this.convert(match)));
    }
    const exclusive = [
      ...(terms.dependencies ?? []).flatMap(({ rel, peers }) =>
        /^(o?xor|nand)$/.test(rel) ? [peers.map(({ key }) => key)] : [],
      ),
      ...(terms.metas ?? []).flatMap((meta) => (meta.exclusive ? [meta.exclusive] : [])),
    ];
    if (exclusive.length) json['x-exclusive'] = exclusive;
    sayOpen(node);
  }

  /** A component for each variant, called after the value that tells it apart. */
  #oneOf(title: string, json: JsonSchema, { on, of }: NonNullable<Meta['variants']>): JsonSchema {
    const example = exampleOf(this, json);
    const mapping: Record<string, string> = {};
    for (const [value, keys] of Object.entries(of)) {
      const converted = Object.entries(keys).map(([key, schema]) => [key, this.convert(schema)] as const);
      const tag = { [on]: { type: 'string', enum: [value] } };
      const properties = { ...json.properties, ...tag, ...Object.fromEntries(converted) };
      const required = [
        ...new Set([
          ...(json.required ?? []),
          ...Object.keys(keys).filter((key) => isRequired(keys[key] as Joi.Schema)),
        ]),
      ];
      mapping[value] = this.#keep(`${pascal(value)}${title}`, { ...json, properties, required }).$ref as string;
    }
    const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
    return { oneOf, discriminator: { propertyName: on, mapping }, examples: [example] };
  }

  #either(schemas: JsonSchema[]): JsonSchema {
    const [only] = schemas;
    return schemas.length === 1 && only ? only : { anyOf: schemas };
  }

  /** What may also be null refers to the schema without it: each content has one name only. */
  #keep(title: string, json: JsonSchema): JsonSchema {
    const { default: preset, ...rest } = json;
    const [own, nullable] = withoutNull(rest);
    const name = title.replace(/[^A-Za-z0-9]+/g, '');
    const key = [name, `${this.#operation}${name}`].find((one) => {
      this.components[one] ??= own;
      return isDeepStrictEqual(this.components[one], own);
    });
    if (key === undefined) return json;
    const ref = { $ref: `${REF}${key}`, ...(preset === undefined ? {} : { default: preset }) };
    return nullable ? { anyOf: [ref, { type: 'null' }] } : ref;
  }
}

/** Saying nothing of further keys means the same, but generators make of it an object that can have none. */
function sayOpen(node: JsonSchema): void {
  const isObject = [node.type].flat().includes('object');
  if (!isObject || Object.keys(node.properties ?? {}).length || node.patternProperties) return;
  node.additionalProperties ??= true;
}

function withoutNull(json: JsonSchema): [own: JsonSchema, nullable: boolean] {
  const { type, anyOf } = json;
  if (Array.isArray(type) && type.includes('null')) {
    const [only, ...others] = type.filter((one) => one !== 'null');
    return [{ ...json, type: others.length || !only ? [only as string, ...others] : only }, true];
  }
  const [first, second, ...others] = anyOf ?? [];
  if (first?.type !== 'null' || !second) return [json, false];
  const { anyOf: _, ...rest } = json;
  return [others.length ? { ...rest, anyOf: [second, ...others] } : { ...rest, ...second }, true];
}
