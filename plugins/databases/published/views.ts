// Boards, months of calendars and charts for readers elsewhere than in the product, who need no scripts to look at them.
import { addMonths, civilOf, DAY, dayNumber, isoDay, weekdayOf } from '../../../core/i18n/calendar-date.ts';
import { languageTag } from '../../../core/i18n/date-format.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { type CalendarEntry, eventsOf } from '../calendar/events.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import type { Property, ShownColumn, ShownDay, ShownMonth, ShownTable, Value, View } from '../contract.ts';
import { type GroupCount, groups } from '../query/aggregates-sql.ts';
import { both } from '../query/filter.ts';
import { inGroup } from '../query/group.ts';
import { listRows } from '../query/list-rows.ts';
import { isDateProperty, isFlagProperty } from '../schema/property-traits.ts';
import { typeNamed } from '../schema/types/registry.ts';
import { chartOf } from '../views/chart-view.ts';
import { cardsOf, type TableRequest, wordsOf } from './rows.ts';

type Drawing = TableRequest & { view: View };
type Rest = Pick<ShownTable, 'rows' | 'total' | 'from' | 'hasMore' | 'board' | 'month' | 'chart'>;

const nothing = { rows: [], total: 0, from: 1, hasMore: false };

/** Undefined for views that are lines or cards, and for those that lack what they are drawn by. */
export async function drawnOf(ctx: Ctx, looking: Drawing): Promise<Rest | undefined> {
  const { schema, view } = looking;
  if (view.kind === 'chart') return { ...nothing, chart: { html: await chartOf(ctx, schema, view) } };
  if (view.kind === 'board') return boardOf(ctx, looking);
  const isDated = schema.properties.some(isDateProperty);
  return view.kind === 'calendar' && isDated ? { ...nothing, month: await monthOf(ctx, looking) } : undefined;
}

/** Cards of a column at once. */
const CARDS = 20;
/** More columns than that are read as a table. */
const COLUMNS_MAX = 60;

/** Who somebody is, is not for everybody to read. */
function isGrouped({ type }: Property): boolean {
  const { isGrouped: groups, names } = typeNamed(type);
  return groups === true && names !== 'people';
}

/** The value of a group as a row has it. */
const valueIn = (property: Property, value: Value): Value => {
  if (typeNamed(property.type).isMany) return [value];
  return isDateProperty(property) ? { start: String(value), end: null, timezone: null } : value;
};

async function boardOf(ctx: Ctx, { schema, view, columns, asked }: Drawing): Promise<Rest | undefined> {
  const by = schema.byId.get(view.config.group_by ?? 0);
  if (!by || !isGrouped(by)) return undefined;
  const { filter, sorts } = view.config;
  const found = withEmpty(by, await groups(ctx, schema, { filter, isSaved: true }, by.id));
  if (found.length > COLUMNS_MAX) return undefined;
  const offset = (asked.page - 1) * CARDS;
  const lists = await Promise.all(
    found.map(async ({ value, count }) => {
      if (count <= offset) return [];
      const within = inGroup(by, value === null ? '' : String(value));
      const query = { filter: both(filter, within), sorts, isSaved: true };
      return (await listRows(ctx, schema, query, { limit: CARDS, offset })).records;
    }),
  );
  const cards = await cardsOf(ctx, { schema, view, columns, asked }, lists, by.id);
  const name = await namer(ctx, by, found, asked);
  const board = found.map(
    (group, at): ShownColumn => ({ name: name(group), count: group.count, cards: cards[at] ?? [] }),
  );
  const total = found.reduce((sum, { count }) => sum + count, 0);
  return { rows: [], total, from: offset + 1, hasMore: found.some(({ count }) => count > offset + CARDS), board };
}

/** Options without rows are groups, too; those without a value stand last. */
function withEmpty({ config }: Property, found: GroupCount[]): GroupCount[] {
  const missing = (config.options ?? []).filter(({ id }) => !found.some(({ value }) => value === id));
  const all = [...found, ...missing.map(({ id }): GroupCount => ({ value: id, count: 0 }))];
  const rank = ({ value }: GroupCount) => {
    const at = config.options?.findIndex(({ id }) => id === value) ?? -1;
    return value === null ? all.length : Math.max(0, at);
  };
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** What the columns are called. */
async function namer(ctx: Ctx, by: Property, found: GroupCount[], { addresses }: Drawing['asked']) {
  const t = ctx.app.messages.in(ctx.locale);
  const filled = found.filter(({ value }) => value !== null);
  const words = await wordsOf(
    ctx,
    [by],
    filled.map(({ value }) => ({ values: { [by.id]: valueIn(by, value) } })),
    addresses,
  );
  return ({ value }: GroupCount): ShownColumn['name'] => {
    if (isFlagProperty(by))
      return { text: `${by.name}: ${t(value === true ? 'databases.checked' : 'databases.unchecked')}` };
    if (value === null) return { text: t('databases.view.without', { name: by.name }) };
    return { value: words.of(by, valueIn(by, value)) };
  };
}

const MONTH = /^(1[89]|2\d)\d\d-(0[1-9]|1[0-2])$/;

/** Days as numbers: the first one of the month and of the next, and from where to where its whole weeks go. */
function weeksAround(month: string) {
  const first = dayNumber(Number(month.slice(0, 4)), Number(month.slice(5)), 1);
  const next = addMonths(first, 1);
  return { first, next, begin: first - weekdayOf(first) + 1, end: next - 1 - weekdayOf(next - 1) + 8 };
}

async function monthOf(ctx: Ctx, { schema, view, asked }: Drawing): Promise<ShownMonth> {
  const zone = zoneOf(ctx);
  const today = dayInZone(ctx.now(), zone);
  const month = MONTH.test(asked.month ?? '') ? (asked.month as string) : today.slice(0, 7);
  const { first, next, begin, end } = weeksAround(month);
  const { events, truncated } = await eventsOf(ctx, schema, { start: isoDay(begin), end: isoDay(end), view, zone });
  const say = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
    new Intl.DateTimeFormat(languageTag(ctx.locale), { ...options, timeZone });
  const time = say({ timeStyle: 'short' }, zone);
  const [label, weekday] = [say({ dateStyle: 'full' }), say({ weekday: 'short' })];
  const at = (day: number) => new Date(day * DAY);
  const shown = events.map((one) => ({
    ...daysOf(one, zone),
    title: one.title,
    href: asked.addresses.page(one.row_id),
    time: one.all_day ? '' : time.format(new Date(one.start)),
  }));
  const dayAt = (number: number): ShownDay => {
    const day = isoDay(number);
    return {
      ...{ day, number: civilOf(number).day, label: label.format(at(number)) },
      ...{ isOutside: number < first || number >= next, isToday: day === today },
      events: shown.flatMap(({ from, to, title, href, time: said }) =>
        from <= day && day <= to ? { title, href, time: from === day ? said : '' } : [],
      ),
    };
  };
  const days = Array.from({ length: end - begin }, (_, index) => begin + index);
  return {
    name: say({ month: 'long', year: 'numeric' }).format(at(first)),
    weekdays: days.slice(0, 7).map((day) => weekday.format(at(day))),
    weeks: Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7).map(dayAt)),
    before: isoDay(addMonths(first, -1)).slice(0, 7),
    after: isoDay(next).slice(0, 7),
    zone: shown.some((one) => one.time) ? zone : '',
    isCut: truncated,
  };
}

/** The days on which it takes place, both within. */
function daysOf({ start, end, all_day }: CalendarEntry, zone: string): { from: string; to: string } {
  const last = new Date(Math.max(Date.parse(start), Date.parse(end) - 1)).toISOString();
  return all_day
    ? { from: start.slice(0, 10), to: last.slice(0, 10) }
    : { from: dayInZone(start, zone), to: dayInZone(last, zone) };
}
