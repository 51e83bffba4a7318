// Arranges the OpenAPI document for reading: operations by tag, types in words, examples as text.

import type { JsonSchema } from '../../core/openapi/json-schema.ts';
import type { OpenApiDocument } from '../../core/openapi/openapi.ts';
import type { MediaContent, OpenApiResponse, Operation, Parameter } from '../../core/openapi/route-metadata.ts';

/** A type in words; `href` leads to the schema it names. */
export interface TypeText {
  text: string;
  href?: string;
}

export interface FieldRow {
  name: string;
  where?: string;
  type: TypeText;
  required: boolean;
  description: string;
}

export interface BodyView {
  media: string;
  type: TypeText;
  rows: FieldRow[];
  example: string;
}

export interface OperationView {
  id: string;
  anchor: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  access: string;
  parameters: FieldRow[];
  bodies: BodyView[];
  answers: { status: string; description: string; headers: string[]; bodies: BodyView[] }[];
}

export interface ApiReference {
  info: OpenApiDocument['info'];
  groups: { name: string; anchor: string; operations: OperationView[] }[];
  schemas: { name: string; anchor: string; description: string; type: TypeText; rows: FieldRow[] }[];
}

const anchorOf = (kind: string, name: string): string =>
  `${kind}-${name.replace(/[^A-Za-z0-9.]+/g, '-').toLowerCase()}`;
const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** `array of Page`, `string (email) or null`, `"view", "edit"` */
export function schemaTypeText(schema: JsonSchema): TypeText {
  if (schema.$ref) return { text: lastPart(schema.$ref), href: `#${anchorOf('schema', lastPart(schema.$ref))}` };
  if (schema.items) {
    const inner = schemaTypeText(schema.items);
    return { ...inner, text: `array of ${inner.text}` };
  }
  if (schema.enum) return { text: schema.enum.map((value) => JSON.stringify(value)).join(', ') };
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) {
    const parts = options.map(schemaTypeText);
    const href = parts.find((part) => part.href)?.href;
    return { text: parts.map(({ text }) => text).join(' or '), ...(href ? { href } : {}) };
  }
  const names = [schema.type ?? 'any'].flat().join(' or ');
  return { text: schema.format ? `${names} (${schema.format})` : names };
}

/** Limits and the default, as a sentence. */
function limitsOf(schema: JsonSchema): string {
  const said = [
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return said.join(', ');
}

const sentence = (...parts: string[]): string => parts.filter(Boolean).join('; ');

function rowsOf(schema: JsonSchema, prefix = ''): FieldRow[] {
  const owner = schema.items && !schema.items.$ref ? schema.items : schema;
  return Object.entries(owner.properties ?? {}).flatMap(([name, field]) => {
    const row = {
      name: `${prefix}${name}`,
      type: schemaTypeText(field),
      required: owner.required?.includes(name) ?? false,
      description: sentence(field.description ?? '', limitsOf(field)),
    };
    const deeper = prefix.split('.').length < 3 && (field.properties || field.items?.properties);
    return deeper ? [row, ...rowsOf(field, `${prefix}${name}.`)] : [row];
  });
}

const bodiesOf = (content: Record<string, MediaContent> | undefined): BodyView[] =>
  Object.entries(content ?? {}).map(([media, { schema, example }]) => ({
    media,
    type: schemaTypeText(schema),
    rows: rowsOf(schema),
    example: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example, null, 2),
  }));

const parameterRow = ({ name, in: where, required, description = '', schema }: Parameter): FieldRow => ({
  name,
  where,
  type: schemaTypeText(schema),
  required,
  description: sentence(description, limitsOf(schema)),
});

function accessOf({ security }: Operation): string {
  if (!security.length) return 'Open to everybody';
  const scope = security.flatMap(({ bearer }) => bearer ?? [])[0];
  return scope ? `Bearer token with scope ${scope}, or the session of the browser` : 'Session of the browser';
}

/** A path of the document, such as `#/components/responses/Problem404`, followed. */
const answerOf = ({ components }: OpenApiDocument, answer: OpenApiResponse): OpenApiResponse =>
  answer.$ref ? ((components.responses as Record<string, OpenApiResponse>)[lastPart(answer.$ref)] ?? {}) : answer;

function operationView(document: OpenApiDocument, path: string, method: string, operation: Operation): OperationView {
  return {
    id: operation.operationId,
    anchor: anchorOf('operation', operation.operationId),
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    access: accessOf(operation),
    parameters: (operation.parameters ?? []).map(parameterRow),
    bodies: bodiesOf(operation.requestBody?.content),
    answers: Object.entries(operation.responses).map(([status, given]) => {
      const { description = '', headers = {}, content } = answerOf(document, given);
      // Refusals all look alike: their shape is told once, among the schemas.
      return { status, description, headers: Object.keys(headers), bodies: given.$ref ? [] : bodiesOf(content) };
    }),
  };
}

export function referenceOf(document: OpenApiDocument): ApiReference {
  const views = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0] as string,
      view: operationView(document, path, method, operation),
    })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    anchor: anchorOf('tag', name),
    operations: views.filter(({ tag }) => tag === name).map(({ view }) => view),
  }));
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    anchor: anchorOf('schema', name),
    description: schema.description ?? '',
    type: schemaTypeText(schema),
    rows: rowsOf(schema),
  }));
  return { info: document.info, groups: groups.filter(({ operations }) => operations.length), schemas };
}
