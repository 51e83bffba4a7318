// The tags under the title of a page.
import type { Request } from '@hapi/hapi';
import { paletteTone } from './palette-color.ts';
import { tagStore } from './store.ts';

/** Of pages that somebody has tagged. */
export const TAG_MARK = 'tags';

export async function pageTagsSection(request: Request): Promise<Record<string, unknown>> {
  const { ctx } = request;
  const { shown } = request.app;
  if (!shown || ctx.actor.type !== 'user' || request.route.settings.id !== 'pages.view') return {};
  // Others may have tags on a page that has none of this person's.
  const rows = shown.marks.has(TAG_MARK) ? await tagStore.onPage(ctx, ctx.actor.id, shown.id) : [];
  const tags = rows.map(({ id, name, color }) => ({ id, name, tone: paletteTone(color) }));
  return { tagged: { pageId: shown.id, tags } };
}
