// The editor of a date: words or a month to choose from, with a time, an end and a time zone when asked for.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { DatePicker } from '../../../../../core/client/date-picker.tsx';
import type { WrittenDate } from '../../../../../core/client/date-words.ts';
import { Icon } from '../../../../../core/client/icon.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { type EditorContext, type EditResult, openPanel } from '../../../client/database/editors/editor-panel.ts';
import { clockAt, zone as ownZone } from '../../../client/database/reader-time-zone.ts';
import { readDateParts, unreadableAs } from '../../../client/database/value-parts.ts';
import { today } from '../../../client/database/views/days.ts';
import type { Value } from '../../../model.ts';
import {
  askRepetition,
  REMIND_FIRST,
  ReminderField,
  remindOf,
  repetitionOf,
  storeReminder,
} from './client-reminder.tsx';
import { isRowDate } from './row-date.ts';

const STARTS_AT = '09:00';

/** Moments in UTC are shown on the clock of this place. */
const local = (text: string): string => (text.endsWith('Z') ? clockAt(new Date(text)) : text).slice(0, 16);

let zones: Promise<string[]> | undefined;
const zoneNames = (): Promise<string[]> => {
  zones ??= send<{ timezones: string[] }>('GET', '/db/timezones/api').then(({ timezones }) => timezones);
  return zones;
};

interface DateDraft {
  value: WrittenDate | null;
  hasTime: boolean;
  hasEnd: boolean;
  /** the next day that is chosen is the end */
  awaitsEnd: boolean;
  zone: string;
  /** words that are no date */
  unread: string | null;
  /** minutes before the start at which people are told; null: they are not */
  remind: number | null;
}

const timed = (end: string, hasTime: boolean, time = STARTS_AT): string =>
  hasTime ? (end.includes('T') ? end : `${end}T${time}`) : end.slice(0, 10);

const both = ({ start, end }: WrittenDate, change: (end: string) => string): WrittenDate => ({
  start: change(start),
  end: end && change(end),
});

function typedInto(draft: DateDraft, value: WrittenDate | null | undefined, typed: string): DateDraft {
  if (value === undefined) return { ...draft, unread: typed };
  if (!value) return { ...draft, value, unread: null, awaitsEnd: false };
  const hasTime = draft.hasTime || value.start.includes('T');
  const time = draft.value?.start.slice(11) || STARTS_AT;
  const made = both(value, (end) => timed(end, hasTime, time));
  return { ...draft, value: made, hasTime, hasEnd: made.end !== null, awaitsEnd: false, unread: null };
}

function chosenIn(draft: DateDraft, day: string): DateDraft {
  const { value, hasTime, hasEnd, awaitsEnd } = draft;
  const at = (before: string | null | undefined) => timed(day, hasTime, before?.slice(11) || STARTS_AT);
  if (!hasEnd) return { ...draft, value: { start: at(value?.start), end: null }, unread: null };
  if (!awaitsEnd || !value)
    return { ...draft, value: { start: at(value?.start), end: at(value?.end) }, awaitsEnd: true, unread: null };
  const end = at(value.end);
  const ordered = end < value.start ? { start: end, end: value.start } : { start: value.start, end };
  return { ...draft, value: ordered, awaitsEnd: false, unread: null };
}

function Toggle({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label class="editor-toggle">
      {label}
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        class="switch"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

function TimeFields({ draft, onChange }: { draft: DateDraft; onChange(draft: DateDraft): void }) {
  const [names, setNames] = useState([draft.zone]);
  const { value, zone } = draft;
  const time = (end: 'start' | 'end', label: string) => (
    <label class="editor-field">
      <span>{label}</span>
      <input
        type="time"
        required
        value={value?.[end]?.slice(11, 16) ?? ''}
        onInput={({ currentTarget }) => {
          const day = value?.[end]?.slice(0, 10);
          if (value && day && currentTarget.value)
            onChange({ ...draft, value: { ...value, [end]: `${day}T${currentTarget.value}` } });
        }}
      />
    </label>
  );
  return (
    <>
      {value && (
        <div class="editor-times">
          {time('start', t('databases.view.date_time'))}
          {value.end !== null && time('end', t('databases.view.date_end_time'))}
        </div>
      )}
      <label class="editor-line">
        <span>{t('databases.view.date_zone')}</span>
        <select
          value={zone}
          onFocus={() => void zoneNames().then((all) => setNames([zone, ...all.filter((one) => one !== zone)]))}
          onChange={({ currentTarget }) => onChange({ ...draft, zone: currentTarget.value })}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </>
  );
}

interface DateEditorProps {
  name: string;
  typed?: string;
  first: DateDraft;
  /** what is said of how often the row takes place, where this date is the one it goes by */
  repetition: string | null;
  onRepeat(): void;
  onDone(): void;
  onDraft(draft: DateDraft): void;
  onClear(): void;
}

function DateEditor({ name, typed, first, repetition, onRepeat, onDone, onDraft, onClear }: DateEditorProps) {
  const [draft, setDraft] = useState(first);
  const change = (now: DateDraft) => {
    setDraft(now);
    onDraft(now);
  };
  const { value, hasTime, hasEnd, remind } = draft;
  const isRowDate = repetition !== null;
  return (
    <>
      <DatePicker
        {...{ label: name, value, today: today(), isFirst: true, typed }}
        onType={(made, words) => change(typedInto(draft, made, words))}
        onDay={(day) => change(chosenIn(draft, day))}
      />
      <Toggle
        label={t('databases.view.date_has_end')}
        checked={hasEnd}
        onChange={(checked) =>
          change({
            ...draft,
            ...{ hasEnd: checked, awaitsEnd: checked },
            value: value && { start: value.start, end: checked ? value.start : null },
          })
        }
      />
      <Toggle
        label={t('databases.view.date_has_time')}
        checked={hasTime}
        onChange={(checked) =>
          change({ ...draft, hasTime: checked, value: value && both(value, (end) => timed(end, checked)) })
        }
      />
      {hasTime && <TimeFields {...{ draft }} onChange={change} />}
      {isRowDate && (
        <Toggle
          label={t('databases.view.date_has_reminder')}
          checked={remind !== null}
          onChange={(checked) => change({ ...draft, remind: checked ? REMIND_FIRST : null })}
        />
      )}
      {isRowDate && remind !== null && (
        <ReminderField {...{ remind }} onChange={(minutes) => change({ ...draft, remind: minutes })} />
      )}
      {isRowDate && value && (
        <button type="button" class="editor-line editor-more" aria-haspopup="dialog" onClick={onRepeat}>
          <span>{t('databases.view.date_repeat')}</span>
          <span>{repetition}</span>
          <Icon icon="chevron-right" />
        </button>
      )}
      <div class="editor-line">
        <button type="button" class="button quiet" onClick={onClear}>
          {t('databases.view.clear')}
        </button>
        <button type="button" class="button primary" onClick={onDone}>
          {t('databases.view.done')}
        </button>
      </div>
    </>
  );
}

/** Seconds are written, and the earlier end is the start. */
function valueIn({ value, hasTime, zone }: DateDraft): Value {
  if (!value) return null;
  const [start, end] = value.end && value.end < value.start ? [value.end, value.start] : [value.start, value.end];
  const seconds = (text: string) => (hasTime && text.length === 16 ? `${text}:00` : text);
  return { start: seconds(start), end: end && seconds(end), timezone: hasTime ? zone : null };
}

export async function editDate(editing: EditorContext): Promise<EditResult | null> {
  const before = readDateParts(editing.value);
  let draft: DateDraft = {
    value: before && { start: local(before.start), end: before.end && local(before.end) },
    hasTime: before?.start.includes('T') ?? false,
    hasEnd: Boolean(before?.end),
    awaitsEnd: false,
    zone: before?.timezone ?? ownZone(),
    unread: null,
    remind: remindOf(editing),
  };
  const remindedBefore = draft.remind;
  const untouched = JSON.stringify(valueIn(draft));
  const element = document.createElement('div');
  element.className = 'sheet';
  const { model, rowId, typed, property } = editing;
  let asksRepetition = false;
  const onClear = () => {
    draft = { ...draft, value: null, unread: null };
    element.hidePopover();
  };
  const onDone = () => element.hidePopover();
  const onRepeat = () => {
    asksRepetition = true;
    onDone();
  };
  const repetition = isRowDate(model, rowId, property) ? repetitionOf(editing) : null;
  render(
    <DateEditor
      {...{ name: property.name, typed, first: draft, repetition, onRepeat, onDone, onClear }}
      onDraft={(now) => (draft = now)}
    />,
    element,
  );
  const result = await openPanel(editing, {
    element,
    focus: element.querySelector('input') as HTMLInputElement,
    read() {
      if (draft.unread !== null) return { unread: { typed: draft.unread, reason: unreadableAs('date').message } };
      const value = valueIn(draft);
      const { remind } = draft;
      const storeRest = async () => {
        if (remind !== remindedBefore) await storeReminder(editing, remind);
        if (asksRepetition) await askRepetition(editing);
      };
      // Without a date there is nothing to be reminded of.
      return { value: JSON.stringify(value) === untouched ? editing.value : value, ...(value && { storeRest }) };
    },
  });
  render(null, element);
  return result;
}
