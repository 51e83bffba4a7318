// Pages as text for other plugins: their Markdown, the versions of it, and what links to them.
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { blocksFromMarkdown } from './content/custom-emoji.ts';
import { withFlushedContent } from './content/live-document.ts';
import { bodyMarkdown, patchMarkdown } from './content/page-markdown.ts';
import type { PageTexts } from './contract.ts';
import { visibleTitles } from './page-queries.ts';
import { linkStore, type PageRow, pageStore } from './store.ts';
import { versionStore } from './versions/version-store.ts';
import { keepVersion, readVersion, restoreVersion } from './versions/versions.ts';

async function rowOf(ctx: Ctx, id: number): Promise<PageRow> {
  const [row] = await pageStore.whole(ctx, [id]);
  if (!row) throw notFound();
  return row;
}

export const textService: PageTexts = {
  markdown: async (ctx, id) => bodyMarkdown(ctx, await withFlushedContent(ctx, await rowOf(ctx, id))),
  patch: async (ctx, id, patch, save = {}) => patchMarkdown(ctx, await rowOf(ctx, id), patch, save),
  blocks: (ctx, workspaceId, markdown) => blocksFromMarkdown(ctx, { workspace_id: workspaceId }, markdown),
  async versions(ctx, id, limit) {
    const { items } = await versionStore.page(ctx, id, limit, 0);
    return items.map(({ id: version, note, created_at, user_id }) => ({ id: version, note, created_at, user_id }));
  },
  version: readVersion,
  keep: async (ctx, id) => (await keepVersion(ctx, id)).id,
  restoreVersion: (ctx, id, versionId) => restoreVersion(ctx, id, versionId),
  async backlinks(ctx, id) {
    const titles = await visibleTitles(ctx, await linkStore.backlinks(ctx, id));
    return [...titles].map(([page, title]) => ({ id: page, title })).sort((a, b) => a.id - b.id);
  },
};
