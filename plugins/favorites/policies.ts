// Whoever sees a page may keep it among their favorites.
import { policies } from '../../core/http/policy.ts';

export const favoritePolicies = policies('favorite', {
  keep: { resource: 'page', role: 'viewer' },
});
