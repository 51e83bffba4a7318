// Who may see forges and linked repositories, link one to a workspace and change how it is read.
import { inBody, policies } from '../../core/http/policy.ts';
import { pagePolicies } from '../pages/contract.ts';

const editor = { resource: 'project', role: 'editor' } as const;

export const forgePolicies = policies('forge', {
  browse: { resource: 'forge', role: 'viewer' },
  delete: { resource: 'forge', role: 'owner' },
});

export const projectPolicies = policies('project', {
  view: { resource: 'project', role: 'viewer' },
  link: { resource: 'workspace', role: 'editor' },
  update: editor,
  sync: editor,
  renewPushSecret: editor,
  unlink: editor,
});

export const projectHomeRef = inBody('workspace_id', projectPolicies.link);
/** What the caller needs where its pages come to, in the body of a request. */
export const projectRefs = [projectHomeRef, inBody('folder', pagePolicies.addBelow)];
