// Attributes of SCIM resources: what a schema says of each, and how a name of any case leads to one.

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'reference'
  | 'binary'
  | 'complex';

/** An attribute as RFC 7643, section 7, describes it. */
export interface Attribute {
  name: string;
  type: AttributeType;
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  returned: 'always' | 'never' | 'default' | 'request';
  uniqueness: 'none' | 'server' | 'global';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

export interface ResourceSchema {
  /** its URN */
  id: string;
  name: string;
  description: string;
  attributes: Attribute[];
}

export interface ResourceKind {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  schema: ResourceSchema;
  extensions: ResourceSchema[];
}

/** A resource with the names of its schema; attributes of an extension lie below its URN. */
export type Resource = Record<string, unknown>;

const PLAIN = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const;

export const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  ...PLAIN,
  name,
  description,
  ...more,
});

export const complex = (
  name: string,
  description: string,
  subAttributes: Attribute[],
  more: Partial<Attribute> = {},
): Attribute => attribute(name, description, { type: 'complex', subAttributes, ...more });

/** What every resource has beside its schema (RFC 7643, section 3.1). */
const common: Attribute[] = [
  attribute('id', 'Its name here, which never changes.', {
    ...{ caseExact: true, mutability: 'readOnly', returned: 'always', uniqueness: 'server' },
  }),
  attribute('externalId', 'Its name in the directory.', { caseExact: true }),
  attribute('schemas', 'The schemas it follows.', {
    ...{ type: 'reference', multiValued: true, caseExact: true, mutability: 'readOnly', returned: 'always' },
  }),
  complex(
    'meta',
    'About the resource.',
    [
      attribute('resourceType', 'What it is.', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When it was made.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was changed.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address.', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Its ETag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

const isCalled =
  (name: string) =>
  (one: { name: string }): boolean =>
    one.name.toLowerCase() === name.toLowerCase();

export const subAttribute = (of: Attribute, name: string): Attribute | undefined =>
  of.subAttributes?.find(isCalled(name));

/** An attribute and where it lies: in an extension, or in the resource itself. */
export interface FoundAttribute {
  extension: ResourceSchema | undefined;
  attribute: Attribute;
  sub: Attribute | undefined;
}

/** The schema whose URN begins a name, and what follows it. */
function splitUrn(kind: ResourceKind, path: string): { schema: ResourceSchema | undefined; rest: string } | undefined {
  if (!/^urn:/i.test(path)) return { schema: undefined, rest: path };
  const schema = [kind.schema, ...kind.extensions].find(({ id }) => path.toLowerCase().startsWith(id.toLowerCase()));
  const rest = schema && path.slice(schema.id.length);
  if (!schema || (rest && !rest.startsWith(':'))) return undefined;
  return { schema, rest: rest?.slice(1) ?? '' };
}

/** The extension that a path names as a whole. */
export const extensionNamed = (kind: ResourceKind, path: string): ResourceSchema | undefined =>
  kind.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());

/** `emails.value`, `urn:…:User:department`; nothing for what no schema has. */
export function findAttribute(kind: ResourceKind, path: string): FoundAttribute | undefined {
  const split = splitUrn(kind, path);
  if (!split) return undefined;
  const [name = '', subName, ...further] = split.rest.split('.');
  const isExtension = split.schema !== undefined && split.schema !== kind.schema;
  const list = isExtension ? (split.schema?.attributes ?? []) : [...common, ...kind.schema.attributes];
  const found = list.find(isCalled(name));
  const sub = found && subName !== undefined ? subAttribute(found, subName) : undefined;
  if (!found || further.length || (subName !== undefined && !sub)) return undefined;
  return { extension: isExtension ? split.schema : undefined, attribute: found, sub };
}

/** Keys that lead to it from the resource. */
export const keysTo = ({ extension, attribute: { name }, sub }: FoundAttribute): string[] => [
  ...(extension ? [extension.id] : []),
  name,
  ...(sub ? [sub.name] : []),
];

/** All values at the end of these keys; lists are looked into. */
export function valuesAt(value: unknown, keys: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, keys));
  if (value === undefined || value === null) return [];
  const [key, ...rest] = keys;
  if (key === undefined) return [value];
  return typeof value === 'object' ? valuesAt((value as Resource)[key], rest) : [];
}
