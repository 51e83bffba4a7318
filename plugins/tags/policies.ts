// Tags belong to whoever made them, who may put them on every page they see.
import { inPath, policies } from '../../core/http/policy.ts';

const page = { resource: 'page', role: 'viewer' } as const;
const own = { resource: 'tag', own: true } as const;

export const tagPolicies = policies('tag', {
  manage: own,
  listOfPage: page,
  addToPage: page,
  /** beside `manage` for the tag */
  removeFromPage: page,
});

/** The tag in the address of a page. */
export const tagInPath = inPath('tag_id', tagPolicies.manage);
