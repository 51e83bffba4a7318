// Who may do what with the emoji of a workspace: its editors add and remove them.
import { policies } from '../../core/http/policy.ts';

export const emojiPolicies = policies('emoji', {
  view: { resource: 'emoji', role: 'viewer' },
  listInWorkspace: { resource: 'workspace', role: 'viewer' },
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  delete: { resource: 'emoji', role: 'editor' },
});
