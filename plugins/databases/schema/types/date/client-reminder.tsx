// The reminder of a row, set where its date is: it is kept with the row, and sent when the date is stored.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { reminderChoices, reminderSpan } from '../../../calendar/reminder-choices.ts';
import type { EditorContext } from '../../../client/database/editors/editor-panel.ts';
import type { Row } from '../../../model.ts';

/** What is offered to whoever switches it on. */
export const REMIND_FIRST = 0;

/** Minutes before the start; null: no reminder. */
export function remindOf({ model, rowId }: EditorContext): number | null {
  const remind = model.row(rowId)?.calendar?.remind;
  return typeof remind === 'number' ? remind : null;
}

function spanWords(minutes: number): string {
  const { unit, count } = reminderSpan(minutes);
  return minutes ? t(`databases.calendar.${unit}`, { count }) : t('databases.calendar.at_start');
}

export function ReminderField({ remind, onChange }: { remind: number; onChange(remind: number): void }) {
  return (
    <label class="editor-line">
      <span>{t('databases.view.remind_when')}</span>
      <select value={remind} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {reminderChoices(String(remind)).map((minutes) => (
          <option key={minutes} value={minutes}>
            {spanWords(minutes)}
          </option>
        ))}
      </select>
      <small class="hint">{t('databases.calendar.remind_hint')}</small>
    </label>
  );
}

/** Keeps what else is set of when the row takes place. */
export async function storeReminder({ model, rowId }: EditorContext, remind: number | null): Promise<void> {
  const before = model.row(rowId)?.calendar ?? null;
  const calendar = { ...before, remind };
  const isEmpty = Object.values(calendar).every((value) => value === null);
  const body = { calendar: isEmpty ? null : calendar };
  try {
    model.put([await send<Row & Record<string, unknown>>('PATCH', `/api/v2/rows/${rowId}`, body)]);
    model.changed();
  } catch (error) {
    failed(error);
  }
}

/** What is said of how often the row takes place. */
export function repetitionOf({ model, rowId }: EditorContext): string {
  const repeat = model.row(rowId)?.calendar?.repeat as { frequency: string } | null | undefined;
  return t(`databases.calendar.${repeat?.frequency ?? 'never'}`);
}

/** Asks how often the row takes place, and when exactly; what was stored is shown. */
export async function askRepetition({ model, rowId }: EditorContext): Promise<void> {
  try {
    const { openPageDialog } = await import('../../../client/database/panels/page-dialog.ts');
    await openPageDialog({ address: `/rows/${rowId}/calendar`, part: 'row-calendar' });
    model.put([await send<Row & Record<string, unknown>>('GET', `/api/v2/rows/${rowId}`)]);
    model.changed();
  } catch (error) {
    failed(error);
  }
}
