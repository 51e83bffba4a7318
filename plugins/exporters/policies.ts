// Who may export what they see, fetch what came of it, and let a workspace be exported by itself.
import { inBody, policies } from '../../core/http/policy.ts';
import { pagePolicies } from '../pages/contract.ts';
import { workspacePolicies } from '../workspaces/contract.ts';

const owner = { resource: 'export', role: 'owner' } as const;

export const exportPolicies = policies('export', {
  view: owner,
  download: owner,
  cancel: owner,
  delete: owner,
  schedule: { resource: 'workspace', role: 'owner' },
});

/** What is to be exported. */
export const exportRefs = [inBody('page_id', pagePolicies.view), inBody('workspace_id', workspacePolicies.view)];
