// The day of a date in a text, changed beside it; loaded when somebody first presses one.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { DatePicker } from '../../../../core/client/date-picker.tsx';
import type { WrittenDate } from '../../../../core/client/date-words.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';

function DayForm({ day, onDay }: { day: string; onDay(day: string): void }) {
  const [value, setValue] = useState<WrittenDate | null>({ start: day, end: null });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value) onDay(value.start.slice(0, 10));
      }}
    >
      <DatePicker
        {...{ label: t('editor.date'), value, isFirst: true }}
        onType={(typed) => setValue(typed ?? null)}
        onDay={onDay}
      />
      <button type="submit" class="button primary" disabled={!value}>
        {t('editor.save')}
      </button>
    </form>
  );
}

/** Resolves with another day, or null when it was given up. */
export async function changeDate(anchor: HTMLElement, day: string): Promise<string | null> {
  let made: string | null = null;
  const panel = document.createElement('div');
  panel.className = 'date-popover';
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', t('editor.date_change'));
  const onDay = (now: string) => {
    made = now === day ? null : now;
    panel.hidePopover();
  };
  render(<DayForm {...{ day, onDay }} />, panel);
  await openPopover(anchor, panel, { focus: panel.querySelector('input') as HTMLInputElement });
  render(null, panel);
  return made;
}
