// All that the list of the library is drawn of, on the server and in the browser.
import { languageTag } from '../../core/i18n/date-format.ts';
import { type Ctx, userOf, zoneOf } from '../../core/kernel/context.ts';
import { tagNames } from '../tags/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { filtersOf } from './filters.ts';
import { type LibraryQuery, listLibrary } from './listing.ts';
import { TABS } from './tabs.ts';

/** @param activeId the workspace at hand */
export async function listProps(ctx: Ctx, query: LibraryQuery, activeId: number | null): Promise<object> {
  const [{ items, total }, filters, tags, mine] = await Promise.all([
    listLibrary(ctx, query),
    filtersOf(ctx),
    ctx.use(tagNames).all(ctx),
    ctx.use(workspaces).mine(ctx),
  ]);
  return {
    ...{ query, items, total, filters, tags, activeId, tabs: TABS },
    workspaces: mine.map(({ id, name }) => ({ id, name })),
    csrf: ctx.app.csrf.tokenFor(userOf(ctx).sessionId ?? ''),
    language: languageTag(ctx.locale),
    zone: zoneOf(ctx),
    now: ctx.now(),
  };
}
