// What the service says of itself to directories: what it can, which kinds of resources it has, and their schemas.
import type { Ctx } from '../../../core/kernel/context.ts';
import { LIST_URN, MOST_RESULTS } from './listing.ts';
import type { Resource, ResourceKind, ResourceSchema } from './protocol/attribute.ts';
import { groupKind } from './protocol/group-schema.ts';
import { userKind } from './protocol/user-schema.ts';
import { SCIM_PATH } from './user-resource.ts';

const KINDS = [userKind, groupKind];
const CONFIG_URN = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_URN = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

const at = ({ app }: Ctx, path: string): string => `${app.baseUrl}${SCIM_PATH}${path}`;

export const serviceConfig = (ctx: Ctx): Resource => ({
  schemas: [CONFIG_URN],
  documentationUri: `${ctx.app.baseUrl}/help`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator makes under Administration, Sign-on.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: at(ctx, '/ServiceProviderConfig') },
});

const typeOf = (ctx: Ctx, { name, endpoint, schema, extensions }: ResourceKind): Resource => ({
  schemas: [TYPE_URN],
  id: name,
  name,
  endpoint,
  description: schema.description,
  schema: schema.id,
  ...(extensions.length ? { schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })) } : {}),
  meta: { resourceType: 'ResourceType', location: at(ctx, `/ResourceTypes/${name}`) },
});

const schemaOf = (ctx: Ctx, { id, name, description, attributes }: ResourceSchema): Resource => ({
  schemas: [SCHEMA_URN],
  ...{ id, name, description, attributes },
  meta: { resourceType: 'Schema', location: at(ctx, `/Schemas/${id}`) },
});

const listed = (resources: Resource[]): Resource => ({
  schemas: [LIST_URN],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const resourceTypes = (ctx: Ctx): Resource => listed(KINDS.map((kind) => typeOf(ctx, kind)));

export const resourceType = (ctx: Ctx, name: string): Resource | undefined => {
  const kind = KINDS.find((one) => one.name === name);
  return kind && typeOf(ctx, kind);
};

const schemas = KINDS.flatMap(({ schema, extensions }) => [schema, ...extensions]);

export const resourceSchemas = (ctx: Ctx): Resource => listed(schemas.map((one) => schemaOf(ctx, one)));

export const resourceSchema = (ctx: Ctx, urn: string): Resource | undefined => {
  const schema = schemas.find(({ id }) => id.toLowerCase() === urn.toLowerCase());
  return schema && schemaOf(ctx, schema);
};
