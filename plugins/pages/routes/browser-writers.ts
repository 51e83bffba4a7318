// Who wrote which block, as the browser asks for it when somebody wants to know.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { withFlushedContent } from '../content/live-document.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { type BlockWriters, writersNow, writersOfVersion } from '../versions/block-writers.ts';
import { knownAuthors } from '../versions/version-sessions.ts';
import { pagePath } from './browser.ts';

/** In words and faces of the reader: only the changes that are the last of some block, each named once. */
async function present(ctx: Ctx, { edits, blocks }: BlockWriters) {
  const t = ctx.app.messages.in(ctx.locale);
  const used = [...new Set(blocks.values())].filter((place) => place >= 0);
  const places = new Map(used.map((place, at) => [place, at]));
  const shown = used.map((place) => edits[place]!);
  const people = await knownAuthors(
    ctx,
    shown.map(({ users }) => users),
  );
  return {
    edits: shown.map(({ at }, index) => {
      const { by, faces } = people[index]!;
      const { ago, exact } = shownMoment(ctx, at);
      return { by: by || t('pages.writers.somebody'), when: t('pages.writers.when', { ago }), exact, faces };
    }),
    blocks: Object.fromEntries([...blocks].map(([block, place]) => [block, places.get(place) ?? -1])),
    older: t('pages.writers.older'),
  };
}

export const writersRoute = route({
  method: 'GET',
  path: '/api/pages/{page_id}/writers',
  rules: { access: can(pagePolicies.read, 'page_id', { opaque: ['version'] }) },
  options: {
    id: 'versions.writers',
    description: 'Who changed each block last and when, as far as the newest 100 versions tell it',
    validate: { params: pagePath, query: Joi.object({ version: id() }) },
  },
  handler: async (request) => {
    const { ctx, query } = request;
    const row = loaded<PageRow>(request, 'page_id');
    const { version } = query as { version?: number };
    if (version !== undefined) return present(ctx, await writersOfVersion(ctx, row.id, version));
    return present(ctx, await writersNow(ctx, { ...row, ...(await withFlushedContent(ctx, row)) }));
  },
});
