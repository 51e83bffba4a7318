// A press that failed at a lock is refused as a person is who tries the same.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { AutomationRun } from '../model.ts';

/** Undefined for a run that did not fail at one. The page is named to who sees it. */
export async function lockRefusal(ctx: Ctx, { status, steps }: AutomationRun): Promise<Problem | undefined> {
  const id = status === 'error' ? steps.find(({ locked }) => locked !== undefined)?.locked : undefined;
  if (id === undefined) return undefined;
  const isSeen = (await ctx.use(pages).versions(ctx, [id])).has(id);
  const page = isSeen ? await ctx.use(pages).byId(ctx, id) : undefined;
  const title = page && (page.title || ctx.app.messages.text(ctx.locale, 'core.client.untitled'));
  if (!title) return new Problem('page_locked', 'The page is locked; only the person who locked it may change it.');
  return new Problem('page_locked', `The page “${title}” is locked; only the person who locked it may change it.`);
}
