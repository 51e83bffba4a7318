// The person on whose behalf an import writes, outside any request of theirs.
import type { UserActor } from '../../../core/context.ts';
import type { User } from '../../auth/contract.ts';

export const actorOf = ({ id, login, full_name, email, timezone, is_admin }: User): UserActor => ({
  type: 'user',
  id,
  login,
  fullName: full_name,
  email,
  timezone,
  isAdmin: is_admin,
});
