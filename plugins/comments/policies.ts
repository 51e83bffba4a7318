// Who may read, write and remove comments. The words of a comment are its author's, who owns it; see access.ts.
import { inBody, policies } from '../../core/http/policy.ts';

const comment = { resource: 'comment', role: 'commenter' } as const;

export const commentPolicies = policies('comment', {
  list: { resource: 'page', role: 'viewer' },
  mention: { resource: 'page', role: 'commenter' },
  add: { resource: 'page', role: 'commenter', refs: [inBody('parent_id', comment)] },
  edit: { resource: 'comment-words', role: 'owner' },
  delete: { resource: 'comment', role: 'owner' },
  resolve: comment,
  react: comment,
});
