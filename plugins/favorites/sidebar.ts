// What the frame of every page shows of favorites and of pages seen lately, and how it learns that one is opened.
import type { Request } from '@hapi/hapi';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaceBeside } from '../pages/contract.ts';
import { RecentPages } from './recent-pages.ts';
import { KEPT, type KeptRow, keptStore, listsOf, type PageEntry } from './store.ts';

declare module '@hapi/hapi' {
  interface ServerApplicationState {
    opened?: RecentPages;
  }
}

/** One more than is shown, because the page at hand is left out. */
const RECENTS = 9;

export const trackOpenedPages = (app: App): void => {
  app.server.app.opened = new RecentPages(app);
};

const sign = (one: PageEntry) => ({ ...one, sign: one.page_icon.startsWith('custom:') ? '' : one.page_icon });

/** They come with the branch of a page that is shown, whose workspace is the one at hand. */
export const keptBeside = (ctx: Ctx, userId: number, workspaceId: number) =>
  keptStore.bothPart(ctx, userId, RECENTS, workspaceId);

export async function favoritesSection(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  const { actor } = ctx;
  if (actor.type !== 'user') return {};
  const { shown } = request.app;
  const read = shown?.beside.get(KEPT) as KeptRow[] | undefined;
  const { favorites, recents } = read
    ? listsOf(read)
    : await keptStore.both(ctx, actor.id, RECENTS, await workspaceBeside(request));
  const pageId = shown?.id;
  if (pageId !== undefined && actor.sessionId && request.route.settings.id === 'pages.view')
    request.server.app.opened?.note(actor.id, pageId);
  const lately = recents.filter(({ page_id }) => page_id !== pageId).slice(0, RECENTS - 1);
  return { keptPages: { favorites: favorites.map(sign), recents: lately.map(sign), currentId: pageId } };
}
