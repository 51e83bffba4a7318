// The schemas of people: the core one and the enterprise extension of RFC 7643.
import { type Attribute, attribute, complex, type ResourceKind, type ResourceSchema } from './attribute.ts';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Values of one kind, each with its use; one of them may be the primary one. */
const several = (name: string, description: string, canonicalValues: string[], more: Partial<Attribute> = {}) =>
  complex(
    name,
    description,
    [
      attribute('value', 'The value itself.', more),
      attribute('display', 'A name to show.'),
      attribute('type', 'What it is for.', canonicalValues.length ? { canonicalValues } : {}),
      attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
    ],
    { multiValued: true },
  );

const address = complex(
  'addresses',
  'Where the person lives or works; kept and given back.',
  [
    attribute('formatted', 'The whole address in lines.'),
    ...['streetAddress', 'locality', 'region', 'postalCode', 'country'].map((name) =>
      attribute(name, 'A part of the address.'),
    ),
    attribute('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
    attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
  ],
  { multiValued: true },
);

const name = complex('name', 'The parts of the name.', [
  attribute('formatted', 'The whole name.'),
  ...['familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix'].map((part) =>
    attribute(part, 'A part of the name.'),
  ),
]);

const groups = complex(
  'groups',
  'The groups of the directory that the person is in.',
  [
    attribute('value', 'The id of the group.', { caseExact: true, mutability: 'readOnly' }),
    attribute('$ref', 'The address of the group.', {
      ...{ type: 'reference', caseExact: true, mutability: 'readOnly', referenceTypes: ['Group'] },
    }),
    attribute('display', 'Its name.', { mutability: 'readOnly' }),
    attribute('type', 'How the person is in it.', { mutability: 'readOnly', canonicalValues: ['direct'] }),
  ],
  { multiValued: true, mutability: 'readOnly' },
);

const userSchema: ResourceSchema = {
  id: USER_URN,
  name: 'User',
  description: 'A person with an account',
  attributes: [
    attribute('userName', 'What the directory calls the person; no two are called alike.', {
      ...{ required: true, uniqueness: 'server' },
    }),
    name,
    attribute('displayName', 'The name that others see.'),
    attribute('nickName', 'A casual name.'),
    attribute('profileUrl', 'A page about the person.', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'The office of the person.'),
    attribute('userType', 'How the person belongs to the organisation.'),
    attribute('preferredLanguage', 'A language, as Accept-Language has it.'),
    attribute('locale', 'Where the person is, for dates and numbers.'),
    attribute('timezone', 'A time zone of the IANA list.'),
    attribute('active', 'Whether the person may sign in.', { type: 'boolean' }),
    attribute('password', 'Not kept: people come in by single sign-on.', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    several('emails', 'Addresses; the primary one is that of the account.', ['work', 'home', 'other']),
    several('phoneNumbers', 'Numbers of telephones.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    several('ims', 'Addresses for messages.', []),
    several('photos', 'Addresses of pictures.', ['photo', 'thumbnail'], { type: 'reference', caseExact: true }),
    address,
    groups,
    several('entitlements', 'What the person is entitled to; kept and given back.', []),
    several('roles', 'What the person is; kept and given back.', []),
    several('x509Certificates', 'Certificates; kept and given back.', [], { type: 'binary', caseExact: true }),
  ],
};

const enterprise: ResourceSchema = {
  id: ENTERPRISE_URN,
  name: 'EnterpriseUser',
  description: 'What an organisation knows of its people',
  attributes: [
    attribute('employeeNumber', 'The number of the person.'),
    attribute('costCenter', 'Who pays.'),
    attribute('organization', 'The organisation.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    complex('manager', 'Whom the person reports to.', [
      attribute('value', 'The id of the manager.', { caseExact: true }),
      attribute('$ref', 'The address of the manager.', {
        type: 'reference',
        caseExact: true,
        referenceTypes: ['User'],
      }),
      attribute('displayName', 'The name of the manager.'),
    ]),
  ],
};

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  schema: userSchema,
  extensions: [enterprise],
};
