// Who may see files, add them to a workspace and delete them; see access.ts for who sees and owns one.
import { policies } from '../../core/http/policy.ts';

export const filePolicies = policies('file', {
  view: { resource: 'file', role: 'viewer' },
  /** by the name in its address */
  download: { resource: 'file-by-name', role: 'viewer' },
  listInWorkspace: { resource: 'workspace', role: 'viewer' },
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  delete: { resource: 'file', role: 'owner' },
});
