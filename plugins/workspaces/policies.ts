// Who may do what to a workspace. Administrators of the service may do all of it.
import { policies } from '../../core/http/policy.ts';

const member = { resource: 'workspace', role: 'viewer' } as const;
const owner = { resource: 'workspace', role: 'owner' } as const;

export const workspacePolicies = policies('workspace', {
  view: member,
  listMembers: member,
  listInvitations: member,
  /** at the top: what has a parent asks that one */
  addContent: { resource: 'workspace', role: 'editor' },
  invite: owner,
  withdrawInvitation: owner,
  changeMember: owner,
  /** everybody may leave; the use case asks for an owner where somebody else is meant */
  removeMember: member,
  transfer: owner,
  update: owner,
  archive: owner,
  delete: owner,
  emptyTrash: owner,
  restore: { ...owner, trashed: 'only' },
});
