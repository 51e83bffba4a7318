// What somebody needs of the page that clips without a place of their own go to.
import { policies } from '../../core/http/policy.ts';

export const clipperPolicies = policies('clipper', {
  chooseHome: { resource: 'page', role: 'editor' },
});
