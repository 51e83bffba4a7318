// By what the results of a search can be narrowed: who changed a page, when, in which workspace, and the reader's tags.
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { SearchQuery } from '../search/contract.ts';
import { tagNames } from '../tags/contract.ts';
import { type Workspace, workspaces } from '../workspaces/contract.ts';

export const SEARCH_SPANS = { day: 1, week: 7, month: 31, year: 366 } as const;
export type SearchSpan = keyof typeof SEARCH_SPANS;

/** What the address of a search says of them. */
export interface SearchNarrowing {
  person?: number;
  since?: SearchSpan;
  place?: number;
  tag?: number;
  titles?: boolean;
  order?: (typeof SEARCH_ORDERS)[number];
}

export const NARROWINGS = ['person', 'since', 'place', 'tag'] as const;

export const SEARCH_ORDERS = ['edited', 'created'] as const;

/** More people or tags than this are a list to search in, which this is not. */
const CHOICES_MAX = 100;
const DAY = 86_400_000;

interface FilterChoice {
  value: string;
  label: string;
}

export interface SearchFilter {
  name: (typeof NARROWINGS)[number];
  chosen: FilterChoice | undefined;
  choices: FilterChoice[];
}

export function narrowedSearch(ctx: Ctx, asked: SearchNarrowing): Partial<SearchQuery> {
  const { person, since, place, tag, titles, order } = asked;
  return {
    ...(titles && { isOfTitle: true }),
    ...(order && { order }),
    ...(person && { by: person }),
    ...(since && { since: new Date(Date.parse(ctx.now()) - SEARCH_SPANS[since] * DAY).toISOString() }),
    ...(place && { workspaceId: place }),
    ...(tag && { tag }),
  };
}

/** People of the reader's workspaces, whoever asks first. */
async function peopleOf(ctx: Ctx, mine: Workspace[]): Promise<FilterChoice[]> {
  const members = (await Promise.all(mine.map(({ id }) => ctx.use(workspaces).members(ctx, id)))).flat();
  const known = new Map(members.map((one) => [one.user_id, one.full_name || one.email]));
  const self = userOf(ctx).id;
  const others = [...known].filter(([id]) => id !== self).sort(([, a], [, b]) => a.localeCompare(b, ctx.locale));
  const own = ctx.app.messages.text(ctx.locale, 'web.search.me');
  return [[self, own] as const, ...others].map(([id, label]) => ({ value: String(id), label })).slice(0, CHOICES_MAX);
}

/** Those with something to choose, and what is chosen of each. */
export async function searchFilters(ctx: Ctx, asked: SearchNarrowing): Promise<SearchFilter[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const mine = await ctx.use(workspaces).mine(ctx);
  const tags = (await ctx.use(tagNames).all(ctx)).slice(0, CHOICES_MAX);
  const all: Record<(typeof NARROWINGS)[number], FilterChoice[]> = {
    person: await peopleOf(ctx, asked.place ? mine.filter(({ id }) => id === asked.place) : mine),
    since: Object.keys(SEARCH_SPANS).map((value) => ({ value, label: t(`web.search.since.${value}`) })),
    place: mine.length > 1 ? mine.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    tag: tags.map(({ id, name }) => ({ value: String(id), label: name })),
  };
  return NARROWINGS.map((name) => ({
    name,
    choices: all[name],
    chosen: all[name].find(({ value }) => value === String(asked[name] ?? '')),
  })).filter(({ choices }) => choices.length);
}
