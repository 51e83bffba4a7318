// Days that a form asks for: what is typed is read as words are elsewhere, beside a button for the calendar of the browser.
import { readWrittenDate, type WrittenDate, writtenDay } from '../../../../../core/client/date-words.ts';
import { dayLabel } from '../../../../../core/client/day-text.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

const dayOf = (end: string): string => end.slice(0, 10);
const clockOf = (end: string): string => end.slice(11, 16);

/** A day so that it is read again as what it is. */
function dayWords(day: string): string {
  const label = dayLabel(day);
  return writtenDay(label) === day ? label : day;
}

/** The field of a day as one for words; `show` writes a day into it. */
function wordField(native: HTMLInputElement, read: (found: WrittenDate) => void): (day: string) => void {
  const given = native.getAttribute('value') ?? '';
  const sent = el('input', { type: 'hidden', name: native.name, value: given });
  const spoken = el('p', { id: `${native.id}-read`, class: 'hint', role: 'status' });
  const field = el('input', {
    ...{ id: native.id, value: native.value ? dayWords(native.value) : given },
    ...{ placeholder: t('core.date.example'), autocomplete: 'off', maxlength: 80 },
    ...{ 'aria-required': native.getAttribute('aria-required'), 'aria-invalid': native.getAttribute('aria-invalid') },
    required: native.required,
    'aria-describedby': [native.getAttribute('aria-describedby'), spoken.id].filter(Boolean).join(' '),
  });
  const choose = { type: 'button', class: 'icon-button', 'aria-label': t('databases.view.calendar_choose') };
  const button = el('button', { ...choose, onclick: () => native.showPicker() }, icon('calendar'));
  const hear = () => {
    const text = field.value.trim();
    const found = text ? readWrittenDate(text) : null;
    const isUnread = text !== '' && !found;
    // What is no date is sent as it is, to be refused and not lost.
    sent.value = found ? dayOf(found.start) : text;
    if (isUnread) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    spoken.className = isUnread ? 'fault' : 'hint';
    spoken.textContent = isUnread ? t('core.date.unread') : found && dayLabel(sent.value, { dateStyle: 'full' });
    if (found) read(found);
  };
  const show = (day: string) => {
    field.value = dayWords(day);
    hear();
  };
  field.addEventListener('input', hear);
  native.addEventListener('input', () => native.value && show(native.value));
  const place = el('div', { class: 'written-day' });
  native.replaceWith(place, spoken);
  for (const name of ['id', 'name', 'required', 'aria-describedby', 'aria-required', 'aria-invalid'])
    native.removeAttribute(name);
  native.tabIndex = -1;
  native.setAttribute('aria-hidden', 'true');
  place.append(field, button, native, sent);
  return show;
}

/** Makes the dates of a form fields for words, which may say the time and the end as well. */
export function askDatesInWords(form: HTMLElement): void {
  for (const question of form.querySelectorAll('fieldset')) {
    const [first, second] = question.querySelectorAll<HTMLInputElement>('input[type="date"]');
    const [time, endTime] = question.querySelectorAll<HTMLInputElement>('input[type="time"]');
    const tell = (field: HTMLInputElement | undefined, clock: string) => {
      if (field && clock) field.value = clock;
    };
    const showEnd = second && wordField(second, ({ start }) => tell(endTime, clockOf(start)));
    if (!first) continue;
    wordField(first, ({ start, end }) => {
      tell(time, clockOf(start));
      if (end) {
        showEnd?.(dayOf(end));
        tell(endTime, clockOf(end));
      }
      const more = question.querySelector('details');
      if (!more || !(end || clockOf(start))) return;
      more.hidden = false;
      more.open = true;
    });
  }
}
