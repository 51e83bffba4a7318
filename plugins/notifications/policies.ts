// Whoever sees a page may watch it; notices are for who they were sent to.
import { policies } from '../../core/http/policy.ts';

export const watchPolicies = policies('watch', {
  watch: { resource: 'page', role: 'viewer' },
});

export const notificationPolicies = policies('notification', {
  manage: { resource: 'notification', own: true },
});
