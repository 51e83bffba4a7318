// Who may ask the members of a workspace for a second factor.
import { policies } from '../../core/http/policy.ts';

const owner = { resource: 'workspace', role: 'owner' } as const;

export const twoFactorPolicies = policies('twoFactor', {
  viewOfWorkspace: owner,
  requireInWorkspace: owner,
});
