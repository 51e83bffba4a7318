// What requests about rights carry.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import type { PermissionType } from '../../../core/access/access-control.ts';
import type { Role } from '../../../core/http/route.ts';
import { email, id } from '../../../core/http/schema-fields.ts';
import { permissionType, roleSchema, shareLevelSchema } from '../present.ts';
import type { ShareLevel } from '../shares.ts';
import type { Grantee } from '../store.ts';

export const grantBody = Joi.object({ user_id: id(), group_id: id(), role: roleSchema().required() })
  .xor('user_id', 'group_id')
  .required();

export const shareBody = Joi.object({
  user_id: id(),
  group_id: id(),
  email: email(),
  access: shareLevelSchema().required(),
  send: Joi.boolean().description('tell somebody again who has the page already; default: only the first time'),
})
  .xor('user_id', 'group_id', 'email')
  .required();

/** Who is named, and what they are to have. */
export function grantOf(request: Request): [Grantee, Role] {
  const { role: wanted, ...grantee } = request.payload as Grantee & { role: Role };
  return [grantee, wanted];
}

export function shareOf(request: Request): [Grantee, ShareLevel, boolean | undefined] {
  const { access, send, ...grantee } = request.payload as Grantee & { access: ShareLevel; send?: boolean };
  return [grantee, access, send];
}

export const typeBody = {
  permission_type: permissionType().required(),
  keep_published: Joi.boolean().description('of a published page that is closed: whether everybody goes on reading it'),
};

export interface TypeChange {
  permission_type: PermissionType;
  keep_published?: boolean;
}
