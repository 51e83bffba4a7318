// The editor of a date: a day or a time, with an end and a time zone when asked for.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import {
  type EditorContext,
  type EditResult,
  editorField,
  openPanel,
} from '../../../client/database/editors/editor-panel.ts';
import { clockAt, zone as ownZone } from '../../../client/database/reader-time-zone.ts';
import { readDateParts } from '../../../client/database/value-parts.ts';
import type { Value } from '../../../model.ts';

/** Moments in UTC are shown on the clock of this place. */
const local = (text: string): string => (text.endsWith('Z') ? clockAt(new Date(text)) : text).slice(0, 16);

const toggle = (label: string, input: HTMLInputElement): HTMLElement =>
  el('label', { class: 'editor-toggle' }, input, ` ${label}`);

let zones: Promise<string[]> | undefined;
const zoneNames = (): Promise<string[]> => {
  zones ??= send<{ timezones: string[] }>('GET', '/db/timezones/api').then(({ timezones }) => timezones);
  return zones;
};

export function editDate(editing: EditorContext): Promise<EditResult | null> {
  const before = readDateParts(editing.value);
  const hasTime = el('input', { type: 'checkbox' });
  const hasEnd = el('input', { type: 'checkbox' });
  const start = el('input', {});
  const end = el('input', {});
  const zone = el('select', {});
  hasTime.checked = before?.start.includes('T') ?? false;
  hasEnd.checked = Boolean(before?.end);
  const clear = el('button', { type: 'button', class: 'button quiet' }, t('databases.view.clear'));
  const endField = editorField(t('databases.view.date_end'), end);
  const zoneField = editorField(t('databases.view.date_zone'), zone);
  const wanted = before?.timezone ?? ownZone();
  zone.append(el('option', { value: wanted }, wanted));
  const shape = () => {
    for (const input of [start, end]) {
      const day = input.value.slice(0, 10);
      const text = hasTime.checked ? input.value || (day && `${day}T09:00`) : day;
      input.type = hasTime.checked ? 'datetime-local' : 'date';
      input.value = hasTime.checked && text.length === 10 ? `${text}T09:00` : text;
    }
    endField.hidden = !hasEnd.checked;
    zoneField.hidden = !hasTime.checked;
    if (hasTime.checked && zone.length === 1)
      void zoneNames().then((names) => {
        zone.append(...names.filter((one) => one !== wanted).map((one) => el('option', { value: one }, one)));
      });
  };
  start.type = hasTime.checked ? 'datetime-local' : 'date';
  end.type = start.type;
  start.value = before ? local(before.start) : '';
  end.value = before?.end ? local(before.end) : '';
  shape();
  for (const one of [hasTime, hasEnd]) one.addEventListener('change', shape);
  const element = el(
    'div',
    {},
    editorField(t('databases.view.date_start'), start),
    endField,
    toggle(t('databases.view.date_has_end'), hasEnd),
    toggle(t('databases.view.date_has_time'), hasTime),
    zoneField,
    clear,
  );
  let isCleared = false;
  clear.addEventListener('click', () => {
    isCleared = true;
    element.hidePopover();
  });
  const read = (): Value => {
    if (isCleared || !start.value) return null;
    const last = hasEnd.checked && end.value ? end.value : null;
    const [from, until] = last && last < start.value ? [last, start.value] : [start.value, last];
    const seconds = (text: string) => (hasTime.checked && text.length === 16 ? `${text}:00` : text);
    return { start: seconds(from), end: until && seconds(until), timezone: hasTime.checked ? zone.value : null };
  };
  const untouched = JSON.stringify(read());
  return openPanel(editing, {
    element,
    focus: start,
    read: () => ({ value: JSON.stringify(read()) === untouched ? editing.value : read() }),
  });
}
