// What requests about rights carry, and what access must know of the people and groups they name.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { email, id } from '../../../core/fields.ts';
import type { Ref, Role } from '../../../core/route.ts';
import { level, role } from '../present.ts';
import type { Level } from '../shares.ts';
import type { Grantee } from '../store.ts';

export const granteeRefs: Ref[] = [
  { in: 'payload', name: 'user_id', resource: 'grantee', role: 'viewer' },
  { in: 'payload', name: 'group_id', resource: 'group', role: 'viewer' },
];

export const grantBody = Joi.object({ user_id: id(), group_id: id(), role: role().required() })
  .xor('user_id', 'group_id')
  .required();

export const shareBody = Joi.object({ user_id: id(), group_id: id(), email: email(), access: level().required() })
  .xor('user_id', 'group_id', 'email')
  .required();

/** Who is named, and what they are to have. */
export function grantOf(request: Request): [Grantee, Role] {
  const { role: wanted, ...grantee } = request.payload as Grantee & { role: Role };
  return [grantee, wanted];
}

export function shareOf(request: Request): [Grantee, Level] {
  const { access, ...grantee } = request.payload as Grantee & { access: Level };
  return [grantee, access];
}
