// Where people find the agent: in the sidebar, in the menu of a page, and among the pages of administrators.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { agentPolicies } from './policies.ts';
import { hasProvider as when } from './settings.ts';

// Where there is no provider nobody is led to one; `/agent` explains all the same.
export const agentNav: NavEntry[] = [
  { slot: 'sidebar', label: 'agent.title', href: '/agent', icon: 'lightbulb', order: 35, when },
  {
    ...{ slot: 'page-menu', label: 'agent.panel', href: '/agent?page_id={page_id}', icon: 'lightbulb' },
    ...{ order: 240, policy: agentPolicies.talkAbout, when },
  },
  {
    ...{ slot: 'page-menu', label: 'agent.fill.title', href: '/agent/fill?page_id={database_page_id}' },
    ...{ icon: 'lightbulb', order: 245, policy: agentPolicies.fillColumn, when },
  },
  { slot: 'admin-tab', label: 'agent.title', href: '/admin/agent', icon: 'lightbulb', adminOnly: true },
];
