// Values as people read them: words, chips, links; with the names of what they refer to, as far as the reader sees it.

import { momentRangeText, momentText, plainText } from '../../../core/i18n/date-format.ts';
import { formatNumber } from '../../../core/i18n/message-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { files, fileUrl } from '../../files/contract.ts';
import {
  type NamesById,
  type Option,
  PROGRESS_MAX,
  type Property,
  RATING_MAX,
  type Row,
  seenAs,
  type Value,
} from '../model.ts';
import { visibleRowTitles } from '../query/visible-rows.ts';
import { isQuantity } from '../schema/property-traits.ts';
import type { DateValue } from '../schema/types/bases/date-value.ts';
import { numberText } from '../schema/types/number/number-text.ts';
import type { DisplayNames, Link, PropertyType } from '../schema/types/property-type.ts';
import { propertyTypeOf, typeNamed } from '../schema/types/registry.ts';
import { idsOf } from './relations.ts';

/** A value in a table or at the head of a page. */
export interface DisplayValue {
  kind: 'text' | 'chips' | 'links' | 'check' | 'stars' | 'people';
  /** all of it as plain words, empty where there is nothing */
  text: string;
  /** the words for people, where programs are given others */
  shown?: string;
  chips?: { name: string; color: string; group?: Option['group'] }[];
  links?: Link[];
  /** with the addresses of their pictures */
  people?: { name: string; face: string | undefined }[];
  /** how many, and of how many */
  stars?: number;
  /** of stars: the name of the property */
  of?: string;
  /** how much counts as all of it: of stars, or of a number that is shown as a bar */
  most?: number;
  /** of a number that is shown as a bar */
  done?: number;
}

/** Names of all that these rows refer to, in a query each. */
export async function namesInRows(ctx: Ctx, properties: Property[], rows: Pick<Row, 'values'>[]): Promise<NamesById> {
  const ids = (kind: PropertyType['names']) => {
    const wanted = properties.filter((one) => typeNamed(seenAs(one).type).names === kind);
    return [...new Set(rows.flatMap(({ values }) => wanted.flatMap(({ id }) => idsOf(values[id]))))];
  };
  const named = ids('people');
  const [people, titles, readable] = await Promise.all([
    named.length ? ctx.use(accounts).known(ctx, named) : [],
    visibleRowTitles(ctx, ids('rows')),
    ctx.use(files).readable(ctx, ids('files')),
  ]);
  const stored = readable.size ? await ctx.use(files).byIds(ctx, [...readable]) : [];
  const untitled = ctx.app.messages.text(ctx.locale, 'databases.untitled');
  return {
    people: Object.fromEntries(people.map(({ id, full_name, login }) => [id, full_name || login])),
    faces: Object.fromEntries(people.map(({ id, avatar_url }) => [id, avatar_url])),
    rows: Object.fromEntries([...titles].map(([id, title]) => [id, title || untitled])),
    files: Object.fromEntries(stored.map((one) => [one.id, { name: one.name, url: fileUrl(one) }])),
  };
}

export const displayNamesOf = (names: NamesById): DisplayNames => ({
  user: (id) => names.people[id],
  row: (id) => names.rows[id],
  file: (id) => names.files[id]?.name,
  fileUrl: (id) => names.files[id]?.url,
});

export const loadDisplayNames = async (
  ctx: Ctx,
  properties: Property[],
  rows: Pick<Row, 'values'>[],
): Promise<DisplayNames> => displayNamesOf(await namesInRows(ctx, properties, rows));

const chipsOf = ({ config }: Property, value: Value) =>
  (Array.isArray(value) ? value : [value]).flatMap((id) => config.options?.find((one) => one.id === id) ?? []);

export function displayValue(ctx: Ctx, property: Property, value: Value, known: DisplayNames): DisplayValue {
  const type = propertyTypeOf(property);
  const { display } = typeNamed(property.type);
  if (display === 'check') return { kind: 'check', text: value === true ? '✓' : '' };
  if (value === null) return { kind: 'text', text: '' };
  if (type.compares === 'moment') return { kind: 'text', text: momentText(ctx, value as string) };
  if (type.compares === 'date') return { kind: 'text', text: datesText(ctx, value) };
  if (display === 'stars')
    return {
      ...{ kind: 'stars', text: String(value), of: property.name },
      ...{ stars: Number(value), most: property.config.max ?? RATING_MAX },
    };
  const text = type.words(value, property, known);
  if (type.compares === 'option' || type.compares === 'options') {
    const chips = chipsOf(property, value).map(({ name, color, group }) => ({ name, color, ...(group && { group }) }));
    return { kind: 'chips', text, chips };
  }
  const links = typeNamed(seenAs(property).type).links?.(value, known);
  if (links) return { kind: 'links', text, links };
  const shown = numbersText(ctx, property, value);
  const bar = property.config.format === 'progress' && typeof value === 'number';
  return {
    ...{ kind: 'text', text },
    ...(shown === undefined ? {} : { shown }),
    ...(bar && { done: value, most: property.config.max ?? PROGRESS_MAX }),
  };
}

/** Of a number, or of several that a rollup or a formula shows; undefined where there are others among them. */
function numbersText(ctx: Ctx, property: Property, value: Value): string | undefined {
  const all = [value].flat();
  const isNumber = isQuantity(seenAs(property)) || property.type === 'formula';
  if (!isNumber || !all.every((one) => typeof one === 'number')) return undefined;
  // As the browser writes them.
  const one = (value: number) =>
    property.type === 'formula' ? formatNumber(ctx.locale, value) : numberText(ctx.locale, value, property.config);
  return all.map(one).join(', ');
}

/** Of a date, of what was computed as one, or of several. */
function datesText(ctx: Ctx, value: Value): string {
  if (Array.isArray(value)) return value.map((one) => datesText(ctx, one)).join(', ');
  const said = (text: string) => (text.endsWith('Z') ? momentText(ctx, text) : plainText(ctx, text));
  if (value === null || typeof value !== 'object') return value ? said(String(value)) : '';
  const { start, end, timezone } = value as unknown as DateValue;
  const text = end ? momentRangeText(ctx, start, end) : said(start);
  return timezone ? `${text} (${timezone})` : text;
}

/** People are shown with their pictures, as the table has them. */
export function facesOf(property: Property, value: Value, { people, faces }: NamesById): Partial<DisplayValue> {
  if (typeNamed(seenAs(property).type).names !== 'people') return {};
  const known = idsOf(value).filter((id) => people[id] !== undefined);
  return { kind: 'people', people: known.map((id) => ({ name: people[id] as string, face: faces?.[id] })) };
}
