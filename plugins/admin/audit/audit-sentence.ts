// What somebody did, as people say it: the record names operations, and a reader sees what happened to what.
import type { AuditEntry } from '../../../core/events/audit-feed.ts';
import type { Translate } from '../../../core/i18n/messages.ts';

/** What operations are about, by the first part of their names; others are called as they are. */
const THINGS: Record<string, string> = {
  ...{ pages: 'page', content: 'page', markdown: 'page', versions: 'page', copies: 'page' },
  ...{ rows: 'row', collections: 'database', properties: 'property', views: 'view', dashboards: 'dashboard' },
  ...{ sprints: 'sprint', comments: 'comment', files: 'file', tags: 'tag', 'page-tags': 'tag' },
  ...{ favorites: 'favorite', groups: 'group', shares: 'share', permissions: 'rights' },
  ...{ 'collection-permissions': 'rights', 'property-permissions': 'rights', rules: 'rights' },
  ...{ tokens: 'token', webhooks: 'webhook', 'webhooks-pages': 'webhook', 'webhook-deliveries': 'delivery' },
  ...{ workspaces: 'workspace', members: 'member', invitations: 'invitation', import: 'import' },
  ...{
    export: 'export',
    exports: 'export',
    'export-schedule': 'schedule',
    backups: 'backup',
    'backup-pages': 'backup',
  },
  ...{ automations: 'automation', 'page-templates': 'template', 'database-templates': 'template' },
  ...{
    'row-templates': 'template',
    'synced-blocks': 'synced',
    emoji: 'emoji',
    forges: 'forge',
    'forge-pages': 'forge',
  },
  ...{ projects: 'project', publications: 'publication', feeds: 'feed', watches: 'watch', 'web-clipper': 'clip' },
  ...{ sso: 'sign_on', 'sso-pages': 'sign_on', users: 'account', user: 'account', notifications: 'notification' },
  ...{ jobs: 'job', agent: 'agent', sync: 'sync', group: 'group' },
};

const CREATED = ['create', 'add', 'make', 'register', 'clip', 'grant', 'put', 'apply', 'create-service'];
const CHANGED = [
  'update',
  'change',
  'patch',
  'set',
  'rename',
  'configure',
  'schedule',
  'connection',
  'change-settings',
];
const REMOVED = ['delete', 'remove', 'drop', 'revoke', 'discard', 'unlink', 'end', 'withdraw', 'disable', 'clear-lock'];

const DEEDS: Record<string, string> = {
  ...Object.fromEntries(CREATED.map((verb) => [verb, 'created'])),
  ...Object.fromEntries(CHANGED.map((verb) => [verb, 'changed'])),
  ...Object.fromEntries(REMOVED.map((verb) => [verb, 'removed'])),
  ...{ 'bring-back': 'restored', restore: 'restored', place: 'moved', duplicate: 'copied', cancel: 'cancelled' },
  ...{ start: 'started', undo: 'undone', test: 'tested', verify: 'checked', 'set-lock': 'locked', sync: 'updated' },
};

/** What administrators do to the service, by the second part of the names. */
const ADMIN_ACTS: Record<string, string> = {
  ...{ 'change-settings': 'settings', purge: 'purge', 'delete-user': 'user_deleted', 'update-user': 'user_changed' },
  ...{ 'change-user': 'user_changed', 'reset-two-factor': 'factor_removed', 'reset-link': 'reset_link' },
  ...{ 'remove-second-factor-user': 'factor_removed', 'sign-out-user': 'user_signed_out', 'end-device': 'device' },
  ...{ 'retry-job': 'job_retried', 'restore-workspace': 'workspace_restored', 'update-workspace': 'quota' },
  ...{
    'set-quota': 'quota',
    'test-mail': 'test_mail',
    'check-data': 'data_checked',
    'switch-maintenance': 'maintenance',
  },
  set: 'maintenance',
};

const ABOUT_THE_SERVICE = /^(admin|admin-pages|maintenance|health)$/;

function operationText(t: Translate, action: string): string {
  const [group = '', verb = ''] = action.split('.');
  const act = ABOUT_THE_SERVICE.test(group) ? ADMIN_ACTS[verb] : undefined;
  if (act) return t(`admin.audit.act.${act}`);
  const known = THINGS[group];
  const thing = known ? t(`admin.audit.thing.${known}`) : group.replaceAll('-', ' ');
  const deed = DEEDS[verb];
  return deed ? t(`admin.audit.deed.${deed}`, { thing }) : `${thing}: ${verb.replaceAll('-', ' ')}`;
}

/** One line of the record as a sentence without its subject, which stands before it. */
export function auditSentence(t: Translate, { source, action, subject }: AuditEntry): string {
  if (source === 'rights') return t(`permissions.audit.${action}`);
  if (source === 'session') {
    const isOwn = subject === 'local' || subject === 'passkey';
    return isOwn ? t(`admin.audit.signed_in.${subject}`) : t('admin.audit.signed_in', { way: subject });
  }
  const [group, outcome = ''] = action.split('.');
  return group === 'sign_in' ? t(`admin.audit.sign_on.${outcome}`, { way: subject }) : operationText(t, action);
}

/** Whom or what it was about, with the name of the person where it was one. */
export function auditSubject(t: Translate, entry: AuditEntry, nameOf: (id: number) => string | undefined): string {
  const { source, subject, action, detail } = entry;
  if (source === 'rights') {
    const whom = /^user (\d+)/.exec(detail)?.[1];
    return whom ? (nameOf(Number(whom)) ?? '') : '';
  }
  const id = Number(/ (\d+)$/.exec(subject)?.[1]);
  const [group = ''] = action.split('.');
  if (source !== 'api' || !id) return '';
  const isPerson = /^(admin|admin-pages|users)$/.test(group) && /user|two-factor|device|reset/.test(action);
  if (isPerson) return nameOf(id) ?? '';
  return THINGS[group] ? t('admin.audit.number', { id }) : '';
}

/** `refused 403` of a call that was not let through; empty where it was. */
export const refusedCode = ({ source, detail }: AuditEntry): string =>
  (source === 'api' && /^refused (\d+)$/.exec(detail)?.[1]) || '';
