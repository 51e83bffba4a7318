// What automations add to other plugins, and where people find them.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, type NavEntry } from '../../core/kernel/plugin.ts';
import { buttonRules } from '../databases/contract.ts';
import { notificationKinds } from '../notifications/contract.ts';
import { automationCheck } from './doctor.ts';
import { automationPolicies } from './policies.ts';
import { pressForRow, requireForRows } from './runs/row-button.ts';

export const automationAdditions = [
  adding(doctorChecks, automationCheck),
  adding(buttonRules, { check: requireForRows, press: pressForRow }),
  adding(notificationKinds, {
    type: 'automation',
    title: 'automations.told',
    unnamed: 'automations.told_plain',
    label: 'automations.kind',
    icon: 'zap',
    defaults: { in_app: true, email: false },
  }),
];

export const automationNav: NavEntry[] = [
  {
    slot: 'settings',
    label: 'automations.title',
    href: '/workspace/automations?workspace_id={workspace_id}',
    icon: 'zap',
    order: 50,
    policy: automationPolicies.addToWorkspace,
  },
  {
    slot: 'workspace',
    label: 'automations.title',
    href: '/workspace/automations',
    icon: 'zap',
    order: 45,
    policy: automationPolicies.addToWorkspace,
  },
  {
    slot: 'page-menu',
    label: 'automations.title',
    href: '/workspace/automations?page_id={database_page_id}',
    icon: 'zap',
    order: 270,
    policy: automationPolicies.addToWorkspace,
  },
];
