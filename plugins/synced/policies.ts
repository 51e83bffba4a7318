// Who may read and change synced blocks; see access.ts for whose rights apply to one.
import { policies } from '../../core/http/policy.ts';

const edit = { resource: 'synced-block', role: 'editor', lock: true } as const;

export const syncedBlockPolicies = policies('syncedBlock', {
  view: { resource: 'synced-block', role: 'viewer' },
  listInWorkspace: { resource: 'workspace', role: 'viewer' },
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  edit,
  delete: edit,
});
