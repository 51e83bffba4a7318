// Rights on single properties in the public API.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Collection, PropertyRole } from '../../databases/contract.ts';
import { cut } from '../groups/groups.ts';
import { propertySharingPolicies } from '../policies.ts';
import { okSchema, propertyPermissionSchema, propertyRole } from '../present.ts';
import { grantProperty, type PropertyGrantee, revokeProperty } from '../properties/property-grants.ts';
import { propertyGrantStore } from '../properties/property-store.ts';

const PATH = '/api/v2/collections/{id}/properties/{property_id}/permissions';
const keys = { id: id(), property_id: id() };

/** The property, which must be one of the database whose role was checked. @throws Problem not_found */
export function propertyIn(request: Request, name = 'id'): { place: Collection; propertyId: number } {
  const place = loaded<Collection>(request, name);
  const property = loaded<{ id: number; collection_id: number }>(request, 'property_id');
  if (property.collection_id !== place.id) throw notFound();
  return { place, propertyId: property.id };
}

export const propertyPermissionV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(propertySharingPolicies.listGrants, 'id') },
    options: {
      id: 'property-permissions.list',
      description: 'Who sees the property, beside owners and administrators; nobody listed: everybody does',
      validate: { params: params(keys), query: paging() },
      response: { schema: Joi.array().items(propertyPermissionSchema) },
    },
    handler: async (request, h) => {
      const { place, propertyId } = propertyIn(request);
      const rows = await propertyGrantStore.listed(request.ctx, place.id, propertyId);
      const shown = rows.map(({ group_name: _g, user_name: _n, user_email: _e, ...row }) => row);
      return pagedAnswer(request, h, cut(shown, ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: can(propertySharingPolicies.grant, 'id') },
    options: {
      id: 'property-permissions.grant',
      description:
        'Let a person or a group see the property (viewer) or fill it in (editor); the first closes it to others',
      plugins: { api: { statuses: [409] } },
      validate: {
        params: params(keys),
        payload: Joi.object({ user_id: id(), group_id: id(), role: propertyRole().required() })
          .xor('user_id', 'group_id')
          .required(),
      },
      response: { schema: propertyPermissionSchema },
    },
    handler: async (request) => {
      const { place, propertyId } = propertyIn(request);
      const { role, ...grantee } = request.payload as PropertyGrantee & { role: PropertyRole };
      return (await grantProperty(request.ctx, place, propertyId, grantee, role)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{permission_id}`,
    rules: { access: can(propertySharingPolicies.revoke, 'id', { opaque: ['permission_id'] }) },
    options: {
      id: 'property-permissions.revoke',
      description: 'Take a right on the property back; the last one opens it to everybody who sees the rows',
      validate: { params: params({ ...keys, permission_id: id() }) },
      response: { schema: okSchema },
    },
    handler: async (request) => {
      const { place, propertyId } = propertyIn(request);
      await revokeProperty(request.ctx, place, propertyId, Number(request.params.permission_id));
      return { ok: true } as never;
    },
  }),
];
