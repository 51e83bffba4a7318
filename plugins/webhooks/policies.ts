// Who may make webhooks and look after them; see access.ts for who owns one.
import { inBody, policies } from '../../core/http/policy.ts';
import { collectionPolicies } from '../databases/contract.ts';

const owner = { resource: 'webhook', role: 'owner' } as const;

export const webhookPolicies = policies('webhook', {
  listInWorkspace: { resource: 'workspace', role: 'viewer' },
  /** also the page with all of them, which shows where events go */
  addToWorkspace: { resource: 'workspace', role: 'editor' },
  view: owner,
  update: { ...owner, refs: [inBody('collection_id', collectionPolicies.view)] },
  delete: owner,
  test: owner,
  rotateSecret: owner,
  listDeliveries: owner,
  redeliver: owner,
  recover: owner,
});
