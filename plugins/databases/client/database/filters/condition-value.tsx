// The value that a condition compares with: chosen from a list, a day, or typed.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DatePicker } from '../../../../../core/client/date-picker.tsx';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, Value } from '../../../model.ts';
import { matchingChoices, members, type PersonChoice } from '../editors/choices.ts';
import type { Model } from '../model.ts';
import { today } from '../views/days.ts';
import { filterValueText } from './condition-text.ts';
import type { FilterCondition } from './conditions.ts';
import { filteredAs, filterOptions, isListed, RELATIVE_DAYS } from './operators.ts';
import { type ListedChoice, SearchList } from './search-list.tsx';

export interface ConditionValueProps {
  model: Model;
  property: Property;
  condition: FilterCondition;
  onChange(values: Value[]): void;
  /** has the focus when it appears */
  isFirst?: boolean;
  /** several values make one condition */
  isMany?: boolean;
}

/** Words come one letter after the other, and each changes what is asked. */
const WAIT_MS = 250;

const toggled = (values: Value[], value: Value, isMany: boolean | undefined): Value[] =>
  values.includes(value) ? values.filter((one) => one !== value) : isMany ? [...values, value] : [value];

function OptionValues({ property, condition, onChange, isFirst, isMany }: ConditionValueProps) {
  const choices = filterOptions(property).map(({ id, name, color, group }) => ({
    key: id,
    label: name,
    tone: color,
    state: group,
  }));
  return (
    <SearchList
      {...{ label: property.name, choices, isFirst, isMany }}
      chosen={condition.values.map(String)}
      onChoose={(key) => onChange(toggled(condition.values, key, isMany))}
    />
  );
}

function PeopleValues({ model, property, condition, onChange, isFirst, isMany }: ConditionValueProps) {
  const me = { key: 'me', label: t('databases.view.me'), icon: 'users' };
  const [people, setPeople] = useState<ListedChoice[]>([]);
  useEffect(() => {
    const line = ({ user_id, full_name, email, avatar_url }: PersonChoice) => ({
      key: String(user_id),
      label: full_name || email,
      face: avatar_url,
    });
    members(model)
      .then((found) => setPeople(found.map(line)))
      .catch(failed);
  }, []);
  return (
    <SearchList
      {...{ label: property.name, choices: [me, ...people], isFirst, isMany }}
      chosen={condition.values.map(String)}
      onChoose={(key) => {
        const name = people.find((one) => one.key === key)?.label;
        if (name) model.learn({ people: { [key]: name } });
        onChange(toggled(condition.values, key === 'me' ? key : Number(key), isMany));
      }}
    />
  );
}

function RowValues({ model, property, condition, onChange, isFirst, isMany }: ConditionValueProps) {
  const [typed, setTyped] = useState('');
  const [rows, setRows] = useState<ListedChoice[]>([]);
  useEffect(() => {
    let isLate = false;
    const timer = setTimeout(async () => {
      const found = await matchingChoices({ model, property }, 'rows', typed);
      if (!isLate) setRows(found.map(({ value, label }) => ({ key: String(value), label })));
    }, WAIT_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [typed]);
  return (
    <SearchList
      {...{ label: property.name, choices: rows, isFirst, isMany, onSearch: setTyped }}
      chosen={condition.values.map(String)}
      onChoose={(key) => {
        model.learn({ rows: { [key]: rows.find((one) => one.key === key)?.label ?? '' } });
        onChange(toggled(condition.values, Number(key), isMany));
      }}
    />
  );
}

function FlagValue({ condition, onChange }: ConditionValueProps) {
  const now = condition.values[0];
  return (
    <select
      aria-label={t('databases.view.filter_value')}
      value={now === undefined ? '' : String(now)}
      onChange={({ currentTarget: { value } }) => onChange(value ? [value === 'true'] : [])}
    >
      <option value="">{t('databases.view.choose_value')}</option>
      <option value="true">{t('databases.view.yes')}</option>
      <option value="false">{t('databases.view.no')}</option>
    </select>
  );
}

function DayValue({ condition, onChange }: ConditionValueProps) {
  const now = condition.values[0];
  const isExact = typeof now === 'string' && !RELATIVE_DAYS.includes(now);
  const [asksDay, setAsksDay] = useState(isExact);
  return (
    <div class="condition-day">
      <select
        aria-label={t('databases.view.filter_value')}
        value={asksDay ? 'exact' : String(now ?? '')}
        onChange={({ currentTarget: { value } }) => {
          setAsksDay(value === 'exact');
          onChange(value && value !== 'exact' ? [value] : []);
        }}
      >
        <option value="">{t('databases.view.choose_value')}</option>
        {RELATIVE_DAYS.map((day) => (
          <option key={day} value={day}>
            {t(`databases.view.day.${day}`)}
          </option>
        ))}
        <option value="exact">{t('databases.view.day.exact')}</option>
      </select>
      {asksDay && (
        <DatePicker
          label={t('databases.view.day.exact')}
          value={isExact ? { start: String(now).slice(0, 10), end: null } : null}
          today={today()}
          onType={(typed) => typed !== undefined && onChange(typed ? [typed.start.slice(0, 10)] : [])}
          onDay={(day) => onChange([day])}
        />
      )}
    </div>
  );
}

function TypedValue({ property, condition, onChange, isFirst }: ConditionValueProps) {
  const isNumber = /number$/.test(filteredAs(property));
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(String(condition.values[0] ?? ''));
  const [isWrong, setWrong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const waits = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus();
    // What was typed last counts, also when the panel closes at once.
    return () => waits.current?.();
  }, []);
  const take = (text: string) => {
    waits.current = null;
    clearTimeout(timer.current);
    const read = isNumber ? Number(text.replace(',', '.')) : text;
    const isRead = typeof read === 'string' || Number.isFinite(read);
    setWrong(!isRead);
    if (isRead) onChange(text.trim() ? [read] : []);
  };
  return (
    <>
      <input
        ref={field}
        data-first={isFirst ? '' : undefined}
        aria-label={t('databases.view.filter_value')}
        aria-invalid={isWrong || undefined}
        autocomplete="off"
        inputMode={isNumber ? 'decimal' : undefined}
        maxLength={200}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          waits.current = () => take(value);
          timer.current = setTimeout(waits.current, WAIT_MS);
        }}
        onKeyDown={(event) => event.key === 'Enter' && take(typed)}
      />
      {isWrong && (
        <p class="fault" role="alert">
          {t('databases.view.fault.number')}
        </p>
      )}
    </>
  );
}

export function ConditionValue(props: ConditionValueProps) {
  const compares = filteredAs(props.property);
  if (compares === 'people') return <PeopleValues {...props} />;
  if (compares === 'rows') return <RowValues {...props} />;
  if (isListed(props.property)) return <OptionValues {...props} />;
  if (compares === 'flag') return <FlagValue {...props} />;
  return compares === 'date' ? <DayValue {...props} /> : <TypedValue {...props} />;
}

/** The same in a line of many: a list opens when it is asked for. */
export function FoldedConditionValue(props: ConditionValueProps) {
  const { model, property, condition } = props;
  if (!isListed(property)) return <ConditionValue {...props} />;
  const says = condition.values.map((value) => filterValueText(model, property, value)).join(', ');
  return (
    <details class="condition-fold">
      <summary class="button">{says || t('databases.view.choose_value')}</summary>
      <ConditionValue {...props} />
    </details>
  );
}
