// What somebody did, as people say it: the record names operations, and each plugin has a sentence for each of its own.
import type { AuditEntry } from '../../../core/events/audit-feed.ts';
import type { Messages, Translate } from '../../../core/i18n/messages.ts';

/** The keys of sentences by operation: `<plugin>.audit.act.<operation>`. */
type Sentences = ReadonlyMap<string, string>;

const sentencesIn = (messages: Messages): Sentences => messages.named('audit.act');

function signInText(t: Translate, { source, action, subject }: AuditEntry): string {
  if (source !== 'session') return t(`admin.audit.sign_on.${action.split('.')[1]}`, { way: subject });
  const isOwn = subject === 'local' || subject === 'passkey';
  return isOwn ? t(`admin.audit.signed_in.${subject}`) : t('admin.audit.signed_in', { way: subject });
}

/** One line of the record as a sentence without its subject, which stands before it. */
export function auditSentence(messages: Messages, locale: string, entry: AuditEntry): string {
  const t = messages.in(locale);
  const { source, action } = entry;
  if (source === 'rights') return t(`permissions.audit.${action}`);
  if (source === 'session' || action.startsWith('sign_in.')) return signInText(t, entry);
  const key = sentencesIn(messages).get(action);
  return key ? t(key) : t('admin.audit.unnamed', { name: action });
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
  return isPerson ? (nameOf(id) ?? '') : t('admin.audit.number', { id });
}

/** `refused 403` of a call that was not let through; empty where it was. */
export const refusedCode = ({ source, detail }: AuditEntry): string =>
  (source === 'api' && /^refused (\d+)$/.exec(detail)?.[1]) || '';
