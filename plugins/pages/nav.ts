// What pages add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { workspacePolicies } from '../workspaces/contract.ts';
import { pagePolicies } from './policies.ts';

export const pageNav: NavEntry[] = [
  {
    slot: 'bar',
    label: 'pages.nav.new',
    href: '/pages/new',
    icon: 'plus',
    order: 30,
    policy: workspacePolicies.addContent,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.duplicate',
    href: '/pages/{page_id}/duplicate',
    icon: 'copy',
    order: 40,
    policy: pagePolicies.duplicateBeside,
    post: true,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.inside',
    href: '/pages/new?parent_id={page_id}',
    icon: 'file-plus',
    order: 20,
    policy: pagePolicies.addBelow,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.markdown',
    href: '/pages/{page_id}/edit',
    icon: 'code',
    order: 30,
    policy: pagePolicies.editContent,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.history',
    href: '/pages/{page_id}/history',
    icon: 'history',
    order: 60,
    policy: pagePolicies.read,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.links',
    href: '/pages/{page_id}/links',
    icon: 'link',
    order: 70,
    policy: pagePolicies.view,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.as_markdown',
    href: '/pages/{page_id}.md',
    icon: 'download',
    order: 80,
    policy: pagePolicies.read,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.move',
    href: '/pages/{page_id}/move',
    icon: 'folder-input',
    order: 50,
    policy: pagePolicies.move,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.trash',
    href: '/pages/{page_id}/delete',
    icon: 'trash-2',
    order: 200,
    policy: pagePolicies.trash,
    post: true,
    danger: true,
  },
];
