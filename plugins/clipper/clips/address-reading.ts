// Reads the page behind an address for a clip that brought none, as a job; until then the page holds its bookmark.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, newBlockId } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { markupReading, type WebArticle } from '../../importers/contract.ts';
import { pages } from '../../pages/contract.ts';
import { sourceLine } from './clip-body.ts';
import type { PageFacts } from './clip-input.ts';
import { type ClipRow, clipStore } from './clip-store.ts';
import { tellFailure } from './failure-notice.ts';
import { ownerOf } from './missing-pictures.ts';
import { linkMissing, storePictures, withPictures } from './pictures.ts';
import { addressTitle } from './source-address.ts';

const TITLE_MAX = 500;
const REASON_MAX = 300;

export async function readAddress(system: Ctx, payload: Record<string, unknown>): Promise<void> {
  const clip = await clipStore.byId(system, Number(payload.clip_id));
  const ctx = clip && (await ownerOf(system, clip.user_id));
  if (clip?.state !== 'reading' || !ctx) return;
  let article: WebArticle;
  try {
    article = await ctx.use(markupReading).article(ctx, clip.source_url);
  } catch (error) {
    return fail(ctx, clip, (error as Error).message);
  }
  await fill(ctx, clip, article);
}

/** The last try took its process with it, or the database was away each time. */
export async function endReading(system: Ctx, payload: Record<string, unknown>): Promise<void> {
  const clip = await clipStore.byId(system, Number(payload.clip_id));
  if (clip) await endFailed(system, clip, 'the service could not read it');
}

/** False: it has ended already. */
const endFailed = (ctx: Ctx, clip: ClipRow, error: string): Promise<boolean> =>
  ctx.tx(async (tx) => {
    const isOurs = await clipStore.finish(tx, clip.id, { state: 'failed', error });
    if (isOurs) await tellFailure(tx, clip);
    return Boolean(isOurs);
  });

const factsOf = (article: WebArticle): PageFacts => ({
  author: article.author?.slice(0, 300),
  site: article.site?.slice(0, 300),
  published: article.published,
});

/** In place of the bookmark, wherever somebody has put it meanwhile. */
async function fill(ctx: Ctx, clip: ClipRow, article: WebArticle): Promise<void> {
  const page = clip.target_page_id === null ? undefined : await ctx.use(pages).byId(ctx, clip.target_page_id);
  if (!page || page.deleted_at) return fail(ctx, clip, 'its page is gone');
  const stored = await storePictures(ctx, page.workspace_id, article.files);
  const whole = [sourceLine(ctx, clip.source_url, factsOf(article)), ...article.blocks];
  const text = withPictures(whole, article.files, stored);
  const missing = linkMissing(text);
  const title = article.title.trim().slice(0, TITLE_MAX);
  const isUntitled = !clip.is_part && page.title === addressTitle(clip.source_url) && title !== '';
  const added_json = clip.is_part ? JSON.stringify(text.map(({ id }) => id)) : null;
  const blocks = (there: Block[]) => replaced(there, idsOf(clip), text);
  try {
    await ctx.tx(async (tx) => {
      const missing_json = missing.length ? JSON.stringify(missing) : null;
      const change = { state: 'done', added_json, missing_json, ...(isUntitled && { title }) } as const;
      if (!(await clipStore.finish(tx, clip.id, change))) return;
      await tx.use(pages).save(tx, page.id, { blocks, ...(isUntitled && { title }) });
      if (missing.length) await tx.enqueue('clipper.pictures', { clip_id: clip.id });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await fail(ctx, clip, error.message);
  }
}

const idsOf = ({ added_json }: ClipRow): string[] => JSON.parse(added_json ?? '[]') as string[];

/** The text where the first of these blocks is; at the end when somebody has taken all of them away. */
function replaced(there: Block[], ids: string[], text: Block[]): Block[] {
  const at = there.findIndex(({ id }) => ids.includes(id));
  if (at < 0) return [...there, ...text];
  return [...there.slice(0, at), ...text, ...there.slice(at).filter(({ id }) => !ids.includes(id))];
}

/** The bookmark stays, and says why there is no more. */
async function fail(ctx: Ctx, clip: ClipRow, reason: string): Promise<void> {
  const error = reason.slice(0, REASON_MAX);
  const isOurs = await endFailed(ctx, clip, error);
  if (!isOurs || clip.target_page_id === null) return;
  const words = ctx.app.messages.text(ctx.locale, 'clipper.unread', { reason: error });
  const note: Block = { id: newBlockId(), type: 'paragraph', data: {}, content: [textNode(words)] };
  const ids = idsOf(clip);
  const blocks = (there: Block[]) => {
    const at = there.findLastIndex(({ id }) => ids.includes(id)) + 1;
    return [...there.slice(0, at), note, ...there.slice(at)];
  };
  try {
    await ctx.use(pages).save(ctx, clip.target_page_id, { blocks });
  } catch (refused) {
    if (!(refused instanceof Problem)) throw refused;
  }
}
