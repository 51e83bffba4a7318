// Who may use, keep and change templates of pages.
import { inBody, policies } from '../../core/http/policy.ts';
import { newPageRefs, pagePolicies } from '../pages/contract.ts';

const view = { resource: 'page-template', role: 'viewer' } as const;
const owner = { resource: 'page-template', role: 'owner' } as const;

export const pageTemplatePolicies = policies('pageTemplate', {
  view,
  /** where it is put in is asked for beside it: below a parent, or into a page */
  use: view,
  useForNewPage: { ...view, refs: newPageRefs },
  update: owner,
  delete: owner,
  /** of a page as it stands; the use case asks for the right in the workspace, if it is for all of it */
  saveFromPage: { resource: 'page', role: 'viewer' },
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  /** what new pages below a page start from */
  viewDefault: { resource: 'page', role: 'viewer' },
  chooseDefault: { resource: 'page', role: 'editor' },
  setDefault: { resource: 'page', role: 'editor', lock: true, refs: [inBody('template_id', view)] },
  putInto: pagePolicies.edit,
});
