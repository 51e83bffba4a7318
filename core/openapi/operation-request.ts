// What an operation takes, for the OpenAPI document: parameters of path, query and header, and the body.
import type Joi from 'joi';
import { isUnsafe } from '../http/csrf.ts';
import { isV2 } from '../http/response-format.ts';
import { exampleOf } from './example-generator.ts';
import { isRequired, type JsonSchema, type SchemaBook } from './json-schema.ts';
import {
  isVersioned,
  type MediaContent,
  type Operation,
  type Parameter,
  requestSchema,
  type TableRoute,
} from './route-metadata.ts';

export function parametersOf(book: SchemaBook, route: TableRoute): Parameter[] {
  const found = [
    ...fieldsOf(book, 'path', requestSchema(route, 'params')),
    ...fieldsOf(book, 'query', requestSchema(route, 'query')),
  ];
  const named = new Set(found.filter((one) => one.in === 'path').map(({ name }) => name));
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)/g)) {
    if (!named.has(name))
      found.push({ name, in: 'path', required: true, schema: { type: 'string' }, example: 'example' });
  }
  const takesKey = route.settings.app?.rules?.idempotent !== false;
  if (isV2(route.path) && /^(post|patch)$/.test(route.method) && takesKey) found.push(idempotencyKey);
  if (isVersioned(route) && isUnsafe(route.method)) found.push(ifMatch);
  return found;
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes it safe to repeat the request: the first answer is kept for 24 hours and given again.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: 'b6c1a2d4-0f3e-4a5b-9c8d-7e6f5a4b3c2d',
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the version that is to be changed; another version answers 412.',
  schema: { type: 'string' },
  example: '"v7"',
};

function fieldsOf(book: SchemaBook, where: 'path' | 'query', schema: Joi.Schema | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = book.resolve(book.convert(schema));
  return Object.entries(properties).map(([name, { description, ...field }]) => {
    const example = exampleOf(book, field, name);
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: field,
      ...(example === undefined ? {} : { example }),
    };
  });
}

export function requestBodyOf(book: SchemaBook, route: TableRoute): Operation['requestBody'] {
  const { payload } = route.settings;
  const schema = requestSchema(route, 'payload');
  if (!schema || !isUnsafe(route.method)) return undefined;
  const json = book.convert(schema);
  const { properties = {}, additionalProperties } = book.resolve(json);
  // The CSRF field of forms is part of the sign-in, not of the operation.
  const names = Object.keys(properties).filter((name) => name !== 'csrf');
  if (!names.length && additionalProperties === false) return undefined;
  const types = payload?.allow?.length ? payload.allow : ['application/json'];
  const content = types.map(
    (type) => [type, mediaContentOf(book, type === 'multipart/form-data' ? json : withoutFiles(json), type)] as const,
  );
  return { required: isRequired(schema), content: Object.fromEntries(content) };
}

export function mediaContentOf(book: SchemaBook, schema: JsonSchema, type: string): MediaContent {
  if (/^(application\/octet-stream|application\/zip)$/.test(type))
    return { schema: { type: 'string', format: 'binary' } };
  const example = exampleOf(book, schema);
  return { schema, ...(example === undefined ? {} : { example }) };
}

/** What takes a file or something else instead is sent without the file in any other format. */
function withoutFiles({ properties, ...json }: JsonSchema): JsonSchema {
  if (!properties) return json;
  const left = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  return { ...json, properties: Object.fromEntries(left) };
}
