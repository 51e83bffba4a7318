// A date in one field that understands words, above a month to choose from by pointer and keys.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  dayFromNow,
  daysAfter,
  monthsAfter,
  readWrittenDate,
  sinceMonday,
  type WrittenDate,
  writtenDay,
} from './date-words.ts';
import { dateLocale, dayLabel } from './day-text.ts';
import { Icon } from './icon.tsx';
import { t } from './messages.ts';

export interface DatePickerProps {
  label: string;
  value: WrittenDate | null;
  /** what distances are counted from; the browser's day where it is not said */
  today?: string;
  /** what the field says: null for an empty one, undefined for words that are no date */
  onType(value: WrittenDate | null | undefined, typed: string): void;
  onDay(day: string): void;
  /** has the focus when it appears */
  isFirst?: boolean;
  /** words to go on with, in place of those of the value */
  typed?: string;
}

const dayOf = (end: string): string => end.slice(0, 10);

/** One end so that it is read again as what it is. */
function endText(end: string): string {
  const day = dayOf(end);
  const label = dayLabel(day);
  const text = writtenDay(label) === day ? label : day;
  return end.length > 10 ? `${text} ${end.slice(11, 16)}` : text;
}

export const writtenText = (value: WrittenDate | null): string =>
  value ? [value.start, ...(value.end ? [value.end] : [])].map(endText).join(' – ') : '';

/** In full, so that whoever typed a word sees what it was taken for. */
function spoken(value: WrittenDate): string {
  const say = (end: string) =>
    `${dayLabel(dayOf(end), { dateStyle: 'full' })}${end.length > 10 ? `, ${end.slice(11, 16)}` : ''}`;
  return [value.start, ...(value.end ? [value.end] : [])].map(say).join(' – ');
}

const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => daysAfter(day, document.dir === 'rtl' ? 1 : -1),
  ArrowRight: (day) => daysAfter(day, document.dir === 'rtl' ? -1 : 1),
  ArrowUp: (day) => daysAfter(day, -7),
  ArrowDown: (day) => daysAfter(day, 7),
  PageUp: (day) => monthsAfter(day, -1),
  PageDown: (day) => monthsAfter(day, 1),
};

/** Weeks of a month from Monday on, with the days around it that fill them. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const before = sinceMonday(first);
  const last = daysAfter(monthsAfter(first, 1), -1);
  const count = Math.ceil((before + Number(last.slice(8))) / 7);
  return Array.from({ length: count }, (_none, week) =>
    Array.from({ length: 7 }, (_one, at) => daysAfter(first, week * 7 + at - before)),
  );
}

interface MonthGridProps extends Pick<DatePickerProps, 'value' | 'onDay'> {
  today: string;
  /** the day that keys start from; its month is shown */
  at: string;
  onMove(day: string): void;
}

function MonthGrid({ value, onDay, today, at, onMove }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    isByKey.current = false;
  }, [at]);
  const [start, end] = [value && dayOf(value.start), value?.end && dayOf(value.end)];
  const obey = (event: KeyboardEvent) => {
    // Panels around it close by Enter.
    if (event.key === 'Enter') event.stopPropagation();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    isByKey.current = true;
    onMove(step(at));
  };
  const weeks = weeksOf(at);
  const cell = (day: string) => {
    const isChosen = day === start || day === end;
    const isBetween = Boolean(start && end && day > start && day < end);
    return (
      <td key={day}>
        <button
          type="button"
          tabIndex={day === at ? 0 : -1}
          class={`date-day${isChosen ? ' chosen' : ''}${isBetween ? ' between' : ''}${day.slice(0, 7) === at.slice(0, 7) ? '' : ' other'}`}
          aria-label={dayLabel(day, { dateStyle: 'full' })}
          aria-pressed={isChosen || isBetween}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onDay(day)}
        >
          {Number(day.slice(8))}
        </button>
      </td>
    );
  };
  return (
    <table ref={grid} aria-label={dayLabel(at, { month: 'long', year: 'numeric' })} onKeyDown={obey}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={dayLabel(day, { weekday: 'long' })}>
              {new Intl.DateTimeFormat(dateLocale(), { weekday: 'narrow', timeZone: 'UTC' }).format(
                new Date(`${day}T12:00:00Z`),
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(cell)}</tr>
        ))}
      </tbody>
    </table>
  );
}

interface DateFieldProps extends Pick<DatePickerProps, 'label' | 'value' | 'onType' | 'isFirst' | 'typed'> {
  today: string;
  onRead(day: string): void;
}

function DateField({ label, value, today, onType, onRead, isFirst, typed: begun }: DateFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(begun ?? writtenText(value));
  const [isWrong, setWrong] = useState(false);
  /** the value that comes next is what was typed */
  const isOwn = useRef(false);
  const shown = useRef(value);
  // Before the next key: a fast hand has typed on when effects that wait for a frame run.
  useLayoutEffect(() => {
    // Chosen elsewhere: what was typed is another date.
    if (!isOwn.current && value !== shown.current) {
      setTyped(writtenText(value));
      setWrong(false);
    }
    isOwn.current = false;
    shown.current = value;
  }, [value]);
  const read = (text: string) => {
    setTyped(text);
    const found = text.trim() ? readWrittenDate(text, today) : null;
    const isUnread = found === null && text.trim() !== '';
    setWrong(isUnread);
    isOwn.current = !isUnread && found !== value;
    onType(isUnread ? undefined : found, text);
    if (found) onRead(dayOf(found.start));
  };
  useLayoutEffect(() => {
    const box = field.current as HTMLInputElement;
    if (begun !== undefined) {
      box.setSelectionRange(begun.length, begun.length);
      read(begun);
    } else if (isFirst) box.select();
  }, []);
  return (
    <>
      <input
        ref={field}
        data-first={isFirst ? '' : undefined}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={id}
        placeholder={t('core.date.example')}
        autocomplete="off"
        maxLength={80}
        value={typed}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      <p id={id} class={isWrong ? 'fault' : 'hint'} role="status">
        {isWrong ? t('core.date.unread') : value ? spoken(value) : t('core.date.hint')}
      </p>
    </>
  );
}

export function DatePicker({ label, value, today = dayFromNow(0), onType, onDay, isFirst, typed }: DatePickerProps) {
  const [at, setAt] = useState(value ? dayOf(value.start) : today);
  const turn = (icon: string, name: string, months: number) => (
    <button type="button" class="icon-button" aria-label={name} onClick={() => setAt(monthsAfter(at, months))}>
      <Icon icon={icon} />
    </button>
  );
  return (
    <div class="date-picker">
      <DateField {...{ label, value, today, onType, isFirst, typed }} onRead={setAt} />
      <div class="date-month">
        <strong aria-live="polite">{dayLabel(at, { month: 'long', year: 'numeric' })}</strong>
        <button type="button" class="button quiet" onClick={() => setAt(today)}>
          {t('core.date.today')}
        </button>
        {turn('chevron-left', t('core.date.previous'), -1)}
        {turn('chevron-right', t('core.date.next'), 1)}
      </div>
      <MonthGrid
        {...{ value, today, at }}
        onMove={setAt}
        onDay={(day) => {
          setAt(day);
          onDay(day);
        }}
      />
    </div>
  );
}
