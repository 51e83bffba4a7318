// Until when a form is open: a field that understands words, and says how it has read them.
import { readWrittenDate } from '../../../../../core/client/date-words.ts';
import { dateLocale } from '../../../../../core/client/day-text.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { input, labelled } from '../panels/form-controls.ts';
import { clockAt, momentAt, zone } from '../reader-time-zone.ts';

/** What is said without a time ends with its day. */
const END = 'T23:59:00';

const momentWords = (at: Date): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'full', timeStyle: 'short', timeZone: zone() }).format(at);

export function endField(given: string | null | undefined): { element: HTMLElement; read(): string | null } {
  let kept = given ?? null;
  const value = given ? clockAt(Date.parse(given)).slice(0, 16).replace('T', ' ') : '';
  const field = input('', value, { maxlength: 80, placeholder: t('core.date.example') });
  const spoken = el('p', { class: 'hint', role: 'status' });
  const hear = () => {
    const text = field.value.trim();
    const found = text ? readWrittenDate(text) : null;
    const isUnread = text !== '' && !found;
    if (!isUnread)
      kept = found && momentAt(found.start.includes('T') ? found.start : `${found.start}${END}`).toISOString();
    field.ariaInvalid = isUnread ? 'true' : null;
    spoken.className = isUnread ? 'fault' : 'hint';
    spoken.textContent = isUnread ? t('core.date.unread') : kept && momentWords(new Date(kept));
  };
  field.addEventListener('input', hear);
  if (kept) spoken.textContent = momentWords(new Date(kept));
  return {
    element: el('div', {}, labelled(t('databases.view.form.closes'), field), spoken),
    read: () => kept,
  };
}
