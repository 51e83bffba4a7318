// Who may begin an import, follow it, and decide how it goes on; see access.ts for whose rights apply to one.
import { inBody, policies } from '../../core/http/policy.ts';
import { pagePolicies } from '../pages/contract.ts';
import { workspacePolicies } from '../workspaces/contract.ts';

const editor = { resource: 'import-job', role: 'editor' } as const;

export const importPolicies = policies('import', {
  view: { resource: 'import-job', role: 'viewer' },
  /** how columns are mapped, and what comes of it */
  prepare: editor,
  /** start, cancel and undo */
  run: editor,
});

/** Where the pages come to. */
export const importPlaceRefs = [
  inBody('workspace_id', workspacePolicies.view),
  inBody('parent_id', pagePolicies.addBelow),
];
