// Everybody with an account sees the others; a token may be limited to a page that its person sees.
import { inBody, policies } from '../../core/http/policy.ts';

export const userPolicies = policies('user', {
  view: { resource: 'user', role: 'viewer' },
});

export const tokenPolicies = policies('token', {
  limitTo: { resource: 'page', role: 'viewer' },
});

/** What the body of a new token names. */
export const newTokenRefs = [inBody('root_page_id', tokenPolicies.limitTo)];
