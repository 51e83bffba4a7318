// Everybody with an account sees the others.
import { policies } from '../../core/http/policy.ts';

export const userPolicies = policies('user', {
  view: { resource: 'user', role: 'viewer' },
});
