// What the history offers to choose from: other versions to compare with, and whose versions, or which, the rail lists.
import { clockText, dayText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { knownAuthors } from './version-sessions.ts';
import { type VersionFilter, versionStore } from './version-store.ts';

/** As many versions can be chosen to compare with; older ones can be by their address. */
const COMPARED_MAX = 300;

/** Fewer versions than this can be looked through. */
const FILTERED_FROM = 10;

export interface VersionChoice {
  id: number;
  label: string;
}

/** Other versions by the day on which they were saved, newest first; `chosen` is there however old it is. */
export async function comparedChoices(
  ctx: Ctx,
  pageId: number,
  self: number,
  chosen?: number,
): Promise<{ day: string; versions: VersionChoice[] }[]> {
  const { items } = await versionStore.page(ctx, pageId, COMPARED_MAX, 0);
  if (chosen !== undefined && !items.some(({ id }) => id === chosen)) {
    const older = await versionStore.byId(ctx, pageId, chosen);
    if (older) items.push(older);
  }
  const others = items.filter(({ id }) => id !== self);
  const wrote = await versionStore.authors(ctx, others);
  const known = await knownAuthors(
    ctx,
    others.map(({ id }) => wrote.get(id) ?? []),
  );
  const shown = others.map((one, at) => ({
    day: dayText(ctx, one.created_at),
    id: one.id,
    label: [clockText(ctx, one.created_at), known[at]!.by, one.note].filter(Boolean).join(' · '),
  }));
  return [...Map.groupBy(shown, ({ day }) => day)].map(([day, versions]) => ({ day, versions }));
}

/** The authors by whom the rail can be narrowed: those whom the reader may know of. None for a short history. */
export async function filterAuthors(
  ctx: Ctx,
  pageId: number,
  only: VersionFilter,
): Promise<{ id: number; name: string }[] | null> {
  const total = await versionStore.newerThan(ctx, pageId, 0, 'all');
  if (total <= FILTERED_FROM && only === 'all') return null;
  const people = await ctx.use(accounts).known(ctx, await versionStore.allAuthors(ctx, pageId));
  return people
    .map(({ id, full_name, login }) => ({ id, name: full_name || login }))
    .sort((a, b) => a.name.localeCompare(b.name, ctx.locale));
}
