// Who may publish a page: whoever decides its rights, unless somebody else keeps it locked.
import { inBody, policies } from '../../core/http/policy.ts';
import { viewPolicies } from '../databases/contract.ts';

const decider = { resource: 'page-rights', role: 'owner', lock: true } as const;

export const publicationPolicies = policies('publication', {
  view: { resource: 'page', role: 'viewer' },
  /** the page with its forms, which shows more to who decides */
  viewSettings: { resource: 'page-rights', role: 'viewer' },
  publish: { ...decider, refs: [inBody('form_ids', viewPolicies.view)] },
  end: decider,
});
