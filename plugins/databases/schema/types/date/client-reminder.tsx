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

/** A row goes by the first date that it has: reminders belong to no other. */
export function isRowDate({ model, rowId, property }: EditorContext): boolean {
  if (!model.isEditable) return false;
  const row = model.row(rowId);
  const first = model.properties.find(({ id, type }) => type === 'date' && (id === property.id || row?.values[id]));
  return row !== undefined && first?.id === property.id;
}

function spanWords(minutes: number): string {
  const { unit, count } = reminderSpan(minutes);
  return minutes ? t(`databases.calendar.${unit}`, { count }) : t('databases.calendar.at_start');
}

export function ReminderField({ remind, onChange }: { remind: number; onChange(remind: number): void }) {
  return (
    <label class="editor-field">
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
