// Where people find the agent: in the sidebar, in the menu of a page, and among the pages of administrators.
import type { NavEntry } from '../../core/kernel/plugin.ts';

export const nav: NavEntry[] = [
  { slot: 'sidebar', label: 'agent.title', href: '/agent', icon: 'sparkles', order: 35 },
  {
    ...{ slot: 'page-menu', label: 'agent.panel', href: '/agent?page_id={page_id}', icon: 'sparkles' },
    ...{ order: 42, role: 'viewer' },
  },
  { slot: 'admin-tab', label: 'agent.title', href: '/admin/agent', icon: 'sparkles', adminOnly: true },
];
