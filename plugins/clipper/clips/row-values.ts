// The properties of a database that fill themselves: what is known of a page goes where it belongs.
import { DAY, isoDay } from '../../../core/i18n/calendar-date.ts';
import { shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import {
  inputOf,
  isDateProperty,
  isQuantity,
  type Property,
  readValue,
  takesOneOption,
} from '../../databases/contract.ts';
import { publicationDay } from './clip-body.ts';
import type { ClipInput, PageFacts } from './clip-input.ts';

interface Fact {
  fits(property: Property): boolean;
  /** in English and German; without one the first property that fits takes it */
  named?: RegExp;
  value(facts: PageFacts, input: ClipInput): unknown;
}

/** Words can be put there: on a line of text, or as an option of this name. */
const takesWords = (property: Property): boolean => inputOf(property) === 'text' || takesOneOption(property);
const takesAddress = (property: Property): boolean => inputOf(property) === 'url';

/** In this order: what a name asks for comes before what any property of a type takes. */
const factsFor = (ctx: Ctx): Fact[] => [
  { fits: isDateProperty, named: /publi|veröffentlich|erschien/i, value: ({ published }) => publicationDay(published) },
  { fits: takesWords, named: /author|autor|verfass|byline/i, value: ({ author }) => author },
  { fits: takesWords, named: /^(web)?site|^source$|^quelle$|publisher/i, value: ({ site }) => site },
  {
    fits: takesWords,
    named: /descri|summary|excerpt|beschreib|zusammenfass/i,
    value: ({ description }) => description,
  },
  { fits: takesWords, named: /language|sprache/i, value: ({ language }) => language },
  { fits: isQuantity, named: /reading|minute|lesezeit|lesedauer/i, value: (facts) => facts.reading_minutes },
  { fits: takesAddress, value: ({ canonical }, { source_url }) => canonical ?? source_url },
  { fits: isDateProperty, value: () => isoDay(Math.floor(shownAt(zoneOf(ctx), Date.parse(ctx.now())) / DAY)) },
];

const isUnnamed = (values: Record<string, unknown>, { id, name }: Property): boolean =>
  !(String(id) in values) && !Object.keys(values).some((key) => key.toLowerCase() === name.toLowerCase());

/** The values of a row: those that were sent, and those that nobody had to type. */
export function filledValues(ctx: Ctx, properties: Property[], input: ClipInput): Record<string, unknown> {
  const values: Record<string, unknown> = { ...input.values };
  for (const { fits, named, value } of factsFor(ctx)) {
    const known = value(input.properties ?? {}, input);
    if (known === undefined || known === '') continue;
    const home = properties.find((one) => fits(one) && isUnnamed(values, one) && (named ? named.test(one.name) : true));
    // A value that the property would refuse is left to the source line.
    if (home && readValue(home, known) !== undefined) values[home.id] = known;
  }
  return values;
}
