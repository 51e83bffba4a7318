// Turns joi schemas into JSON Schema for the OpenAPI document: titled ones become components, examples are kept.
import { isDeepStrictEqual } from 'node:util';
import type Joi from 'joi';

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
  _flags: { presence?: string };
  $_terms: {
    keys?: { key: string; schema: Joi.Schema }[] | null;
    patterns?: { regex?: RegExp; rule: Joi.Schema }[] | null;
    items?: Joi.Schema[];
    matches?: { schema?: Joi.Schema }[];
    examples?: unknown[] | null;
    metas?: { title?: string; exclusive?: string[] }[] | null;
    dependencies?: { rel: string; peers: { key: string }[] }[] | null;
  };
}

const REF = '#/components/schemas/';
const internals = (schema: Joi.Schema): Internals => schema as unknown as Internals;

export const isRequired = (schema: Joi.Schema): boolean => internals(schema)._flags.presence === 'required';

/** Collects the components of one document. */
export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * JSON Schema of what a client sends (or reads), a `$ref` for schemas with `.meta({ title })`.
   * `.meta({ exclusive: ['a', 'b'] })` says of keys what the handler refuses itself; the example shows the first.
   */
  convert(schema: Joi.Schema): JsonSchema {
    const json = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
    const { $_terms: terms } = internals(schema);
    this.#convertChildren(terms, json);
    if (terms.examples?.length) json.examples = terms.examples;
    const title = terms.metas?.find((meta) => meta.title)?.title;
    return title ? this.#keep(title, json) : json;
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
      if (internals(schema)._flags.presence === 'forbidden') delete node.properties?.[key];
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
  }

  #either(schemas: JsonSchema[]): JsonSchema {
    const [only] = schemas;
    return schemas.length === 1 && only ? only : { anyOf: schemas };
  }

  /** The same title with another content, e.g. with one more field at creation, gets a number behind it. */
  #keep(title: string, json: JsonSchema): JsonSchema {
    const nullable = Array.isArray(json.type) && json.type.includes('null');
    const own = nullable ? { ...json, type: 'object' } : json;
    const name = title.replace(/[^A-Za-z0-9]+/g, '');
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? name : `${name}${number}`;
      this.components[key] ??= own;
      if (!isDeepStrictEqual(this.components[key], own)) continue;
      const ref = { $ref: `${REF}${key}` };
      return nullable ? { anyOf: [ref, { type: 'null' }] } : ref;
    }
  }
}
