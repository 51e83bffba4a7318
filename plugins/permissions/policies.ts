// Who may share what, decide its rights and keep groups. Editors share; whom a thing is open to, its owners decide.
import { inBody, inPath, inQuery, type Policy, policies } from '../../core/http/policy.ts';
import { propertyPolicies } from '../databases/contract.ts';

const groupOwner = { resource: 'group', role: 'owner' } as const;
const workspaceOwner = { resource: 'workspace', role: 'owner' } as const;

export const groupPolicies = policies('group', {
  view: { resource: 'group', role: 'viewer' },
  listInWorkspace: { resource: 'workspace', role: 'viewer' },
  create: workspaceOwner,
  update: groupOwner,
  delete: groupOwner,
  addMember: { ...groupOwner, refs: [inBody('user_id', { resource: 'user', role: 'viewer' })] },
  removeMember: groupOwner,
  /** the page of all groups of a workspace, whose forms name one of them */
  manageInWorkspace: workspaceOwner,
});

/** Who sees single pages of a workspace without being a member of it. */
export const guestPolicies = policies('guest', {
  listInWorkspace: workspaceOwner,
  changeInWorkspace: workspaceOwner,
  removeFromWorkspace: workspaceOwner,
});

export const granteePolicies = policies('grantee', {
  view: { resource: 'grantee', role: 'viewer' },
});

const grantees = [inBody('user_id', granteePolicies.view), inBody('group_id', groupPolicies.view)];

/** The same for pages and databases. */
function sharing(resource: 'page' | 'collection') {
  const editor: Policy = { resource, role: 'editor' };
  const decider: Policy = { resource: `${resource}-rights`, role: 'owner' };
  return policies(`${resource}Sharing`, {
    view: { resource, role: 'viewer' },
    explain: { resource, role: 'viewer', refs: [inQuery('user_id', granteePolicies.view)] },
    listGrants: editor,
    findCandidates: editor,
    grant: { ...editor, refs: grantees },
    revoke: editor,
    answerRequest: editor,
    setType: decider,
    setRule: decider,
    endRule: decider,
    listRules: decider,
    viewAs: decider,
  });
}

export const pageSharingPolicies = sharing('page');
export const collectionSharingPolicies = sharing('collection');

const property: Policy = {
  ...{ resource: 'collection-rights', role: 'owner' },
  refs: [inPath('property_id', propertyPolicies.view)],
};

export const propertySharingPolicies = policies('propertySharing', {
  listGrants: property,
  grant: { ...property, refs: [...(property.refs ?? []), ...grantees] },
  revoke: property,
  /** the same by the page of the database, whose forms name one of its properties */
  manageOnPage: { resource: 'page-rights', role: 'owner' },
});

export const rightsAuditPolicies = policies('rightsAudit', {
  view: workspaceOwner,
});
