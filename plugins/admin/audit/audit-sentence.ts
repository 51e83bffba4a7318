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

/** What numbers of the record stand for. */
export interface AuditNames {
  person(id: number): string | undefined;
  /** what an entry is about */
  thing(entry: AuditEntry): string | undefined;
  /** the group that a change of rights was for */
  group(entry: AuditEntry): string | undefined;
}

/** Whom and what it was about, by name where that is known and may be read. */
export function auditSubject(t: Translate, entry: AuditEntry, names: AuditNames): string {
  const { source, subject, action, detail } = entry;
  if (source === 'rights') {
    const whom = /^user (\d+)/.exec(detail)?.[1];
    const name = whom ? names.person(Number(whom)) : names.group(entry);
    return [name, names.thing(entry)].filter(Boolean).join(' · ');
  }
  const id = Number(/ (\d+)$/.exec(subject)?.[1]);
  const [group = ''] = action.split('.');
  if (source !== 'api' || !id) return '';
  const isPerson = /^(admin|admin-pages|users)$/.test(group) && /user|two-factor|device|reset/.test(action);
  return isPerson ? (names.person(id) ?? '') : (names.thing(entry) ?? t('admin.audit.number', { id }));
}

/** `refused 403` of a call that was not let through; empty where it was. */
export const refusedCode = ({ source, detail }: AuditEntry): string =>
  (source === 'api' && /^refused (\d+)$/.exec(detail)?.[1]) || '';
