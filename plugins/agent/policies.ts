// What somebody needs on a page whose database a model fills for them, and on one that they talk about with the agent.
import { policies } from '../../core/http/policy.ts';

export const agentPolicies = policies('agent', {
  talkAbout: { resource: 'page', role: 'viewer' },
  /** its rows ask for themselves */
  fillColumn: { resource: 'page', role: 'editor' },
  fillColumnOfDatabase: { resource: 'collection', role: 'editor' },
});
