// The properties of a database that fill themselves: what is known of a page goes where it belongs.
import { DAY, isoDay } from '../../../core/i18n/calendar-date.ts';
import { shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { type Property, readValue } from '../../databases/contract.ts';
import { publicationDay } from './clip-body.ts';
import type { ClipInput, PageFacts } from './clip-input.ts';

interface Fact {
  types: Property['type'][];
  /** in English and German; without one the first property of the type takes it */
  named?: RegExp;
  value(facts: PageFacts, input: ClipInput): unknown;
}

const TEXT: Property['type'][] = ['text', 'select'];

/** In this order: what a name asks for comes before what any property of a type takes. */
const factsFor = (ctx: Ctx): Fact[] => [
  { types: ['date'], named: /publi|veröffentlich|erschien/i, value: ({ published }) => publicationDay(published) },
  { types: TEXT, named: /author|autor|verfass|byline/i, value: ({ author }) => author },
  { types: TEXT, named: /^(web)?site|^source$|^quelle$|publisher/i, value: ({ site }) => site },
  { types: TEXT, named: /descri|summary|excerpt|beschreib|zusammenfass/i, value: ({ description }) => description },
  { types: TEXT, named: /language|sprache/i, value: ({ language }) => language },
  { types: ['number'], named: /reading|minute|lesezeit|lesedauer/i, value: (facts) => facts.reading_minutes },
  { types: ['url'], value: ({ canonical }, { source_url }) => canonical ?? source_url },
  { types: ['date'], value: () => isoDay(Math.floor(shownAt(zoneOf(ctx), Date.parse(ctx.now())) / DAY)) },
];

const isUnnamed = (values: Record<string, unknown>, { id, name }: Property): boolean =>
  !(String(id) in values) && !Object.keys(values).some((key) => key.toLowerCase() === name.toLowerCase());

/** The values of a row: those that were sent, and those that nobody had to type. */
export function filledValues(ctx: Ctx, properties: Property[], input: ClipInput): Record<string, unknown> {
  const values: Record<string, unknown> = { ...input.values };
  for (const { types, named, value } of factsFor(ctx)) {
    const known = value(input.properties ?? {}, input);
    if (known === undefined || known === '') continue;
    const home = properties.find(
      (one) => types.includes(one.type) && isUnnamed(values, one) && (named ? named.test(one.name) : true),
    );
    // A value that the property would refuse is left to the source line.
    if (home && readValue(home, known) !== undefined) values[home.id] = known;
  }
  return values;
}
