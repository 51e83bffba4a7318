// Columns of databases before they are imported: their names, their types with samples, and which are left out.
import { number, t } from '../../../../core/client/messages.ts';
import type { JobColumn, JobDatabase, JobMapping } from './job.ts';

interface Props {
  databases: JobDatabase[];
  /** those that can be chosen */
  types: string[];
  mapping: JobMapping;
  set(mapping: JobMapping): void;
}

export function Columns({ databases, types, mapping, set }: Props) {
  const change = (database: string, column: string, said: JobMapping[string][string]) =>
    set({
      ...mapping,
      [database]: { ...mapping[database], [column]: { ...mapping[database]?.[column], ...said } },
    });
  return (
    <>
      {databases.map(({ id, title, rows, columns }) => (
        <details key={id} class="mapped" open={databases.length === 1}>
          <summary>
            {t('importers.wizard.columns_of', { title })}{' '}
            <span class="meta">{t('importers.wizard.rows_in', { count: rows })}</span>
          </summary>
          <div class="mapped-columns">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('importers.wizard.column')}</th>
                  <th scope="col">{t('importers.wizard.becomes')}</th>
                  <th scope="col">{t('importers.wizard.samples')}</th>
                  <th scope="col">{t('importers.wizard.leave_out')}</th>
                </tr>
              </thead>
              <tbody>
                {columns
                  .filter((column) => column.id)
                  .map((column) => (
                    <Row
                      key={column.id}
                      column={column}
                      types={types}
                      said={mapping[id]?.[column.id] ?? {}}
                      change={(said) => change(id, column.id, said)}
                    />
                  ))}
              </tbody>
            </table>
          </div>
        </details>
      ))}
    </>
  );
}

interface RowProps {
  column: JobColumn;
  types: string[];
  said: JobMapping[string][string];
  change(said: JobMapping[string][string]): void;
}

/** Nothing said: then dates are read as the other rows suggest, and the report names the column. */
const ORDERS = ['', 'dmy', 'mdy'];

function Row({ column: { name, type, samples, misfits, notes }, types, said, change }: RowProps) {
  const chosen = said.type ?? type;
  // What the source itself says, such as a relation, is only taken or left.
  const isFixed = !types.includes(type);
  return (
    <tr>
      <td>
        <input
          aria-label={t('importers.wizard.name_of', { name })}
          maxLength={100}
          value={said.name ?? name}
          onInput={(event) => change({ name: event.currentTarget.value.trim() || name })}
        />
      </td>
      <td>
        <select
          aria-label={t('importers.wizard.type_of', { name })}
          disabled={isFixed}
          value={chosen}
          onChange={(event) => change({ type: event.currentTarget.value })}
        >
          {(isFixed ? [type] : types).map((one) => (
            <option key={one} value={one} selected={one === chosen}>
              {t(one === 'title' ? 'importers.wizard.title_type' : `databases.type.${one}`)}
            </option>
          ))}
        </select>
        {chosen === 'date' && notes.includes('ambiguous_dates') && (
          <select
            aria-label={t('importers.wizard.dates_of', { name })}
            value={said.dates ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change({ dates: value === 'dmy' || value === 'mdy' ? value : undefined });
            }}
          >
            {ORDERS.map((one) => (
              <option key={one} value={one} selected={one === (said.dates ?? '')}>
                {t(`importers.wizard.dates.${one || 'unsaid'}`)}
              </option>
            ))}
          </select>
        )}
      </td>
      <td class="meta">
        {samples.slice(0, 3).map((sample) => (
          <div key={sample}>{sample.slice(0, 60)}</div>
        ))}
        {notes.map((note) => (
          <div key={note}>{t(`importers.wizard.note.${note}`)}</div>
        ))}
        {misfits > 0 && <div>{t('importers.wizard.misfits', { count: misfits, shown: number(misfits) })}</div>}
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={t('importers.wizard.leave_out_name', { name })}
          disabled={type === 'title'}
          checked={said.skip ?? false}
          onChange={(event) => change({ skip: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}
