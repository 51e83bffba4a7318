// The title of a page of another site while somebody waits for it: soon, in turn with all other requests, or not at all.
import type { Ctx } from '../../core/kernel/context.ts';
import { paceOf } from './fetch-throttle.ts';
import { mayAskSites, siteMetadata } from './site-metadata.ts';

const TURN_MS = 3000;
const ANSWER_MS = 8000;

/** Null where no title can be read, or other sites are never asked. @throws Problem rate_limited */
export async function titleOfLink(ctx: Ctx, url: string): Promise<string | null> {
  const now = Date.parse(ctx.now());
  const pace = paceOf(ctx.app);
  if (!mayAskSites(ctx) || pace.isVain(url, now)) return null;
  await pace.soon(now, TURN_MS);
  try {
    const found = await siteMetadata(ctx, url, { timeoutMs: ANSWER_MS });
    if (!found) pace.giveUp(url, now);
    return found?.title ?? null;
  } catch (error) {
    ctx.log.debug({ err: error }, 'no title for a link');
    return null;
  }
}
