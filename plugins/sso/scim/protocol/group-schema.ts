// The schema of groups of people (RFC 7643, section 4.2).
import { attribute, complex, type ResourceKind } from './attribute.ts';

export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const members = complex(
  'members',
  'The people in the group; groups within groups are not kept.',
  [
    attribute('value', 'The id of the person.', { caseExact: true, mutability: 'immutable' }),
    attribute('$ref', 'The address of the person.', {
      ...{ type: 'reference', caseExact: true, mutability: 'immutable', referenceTypes: ['User'] },
    }),
    attribute('display', 'The name of the person.', { mutability: 'readOnly' }),
    attribute('type', 'What the member is.', { mutability: 'immutable', canonicalValues: ['User'] }),
  ],
  { multiValued: true },
);

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  schema: {
    id: GROUP_URN,
    name: 'Group',
    description: 'A group whose people get the roles that are mapped to its name',
    attributes: [
      attribute('displayName', 'The name of the group, to which roles are mapped.', {
        ...{ required: true, uniqueness: 'server' },
      }),
      members,
    ],
  },
  extensions: [],
};
