// Who may do what to a page. Whoever only reads it sees it if it is there; writing is refused while somebody locks it.
import { inBody, policies } from '../../core/http/policy.ts';
import { permanently } from '../../core/http/schema-fields.ts';
import { workspacePolicies } from '../workspaces/contract.ts';

const view = { resource: 'page', role: 'viewer' } as const;
const edit = { resource: 'page', role: 'editor', lock: true } as const;
const intoParent = inBody('parent_id', { ...edit, action: 'page.addBelow' });

export const pagePolicies = policies('page', {
  /** that it is there: its title, its place, what links to it */
  view,
  /** with all that stands in it */
  read: { ...view, resource: 'page-content' },
  /** its address in a browser, which shows editors the way back from the trash */
  open: { ...view, resource: 'page-view', trashed: 'also' },
  readVersions: view,
  edit,
  /** the same for what begins with the text as it stands */
  editContent: { ...edit, resource: 'page-content' },
  keepVersion: edit,
  restoreVersion: edit,
  attachFile: edit,
  addBelow: edit,
  move: { ...edit, refs: [intoParent, inBody('workspace_id', workspacePolicies.view)] },
  /** the copy is no write to the page itself, but to where it goes */
  duplicate: { ...view, refs: [intoParent] },
  /** by its form, which puts the copy beside it */
  duplicateBeside: { resource: 'page', role: 'editor' },
  /** and unlock; who else may not is up to who locked it */
  lock: { resource: 'page', role: 'editor' },
  /** what others miss once it is gone */
  viewImpact: { resource: 'page', role: 'editor', trashed: 'also' },
  trash: edit,
  restore: { resource: 'page', role: 'editor', trashed: 'only' },
  deletePermanently: { resource: 'page', role: permanently.role, trashed: 'only' },
  /** DELETE of the API, which does one or the other */
  trashOrDelete: { ...edit, trashed: 'also', when: permanently },
});

/** Where a new page goes: below a page, or to the top of a workspace, which its use case asks for. */
export const newPageRefs = [intoParent, inBody('workspace_id', workspacePolicies.view)];

/** A copy of many pages that is being made. */
export const pageCopyPolicies = policies('pageCopy', {
  view: { resource: 'page-copy', role: 'owner' },
  cancel: { resource: 'page-copy', role: 'owner' },
});
