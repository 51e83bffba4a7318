// Asks another site what one of its pages says about itself, by the guarded way out.

import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { OutboundRequest } from '../../core/outbound/outbound.ts';
import { decodeHtml, type PageMetadata, readMetadata } from './html-metadata.ts';

const DOCUMENT_MAX = 3 * 1_048_576;
export const REDIRECTS_FOLLOWED = 3;
export const PREVIEW_AGENT = { 'user-agent': 'Commonplace (link preview)', 'accept-language': 'en, *;q=0.5' };

/** An address that somebody slipped to the agent would be asked by this service, with what is in it. */
export const mayAskSites = ({ origin, app }: Ctx): boolean =>
  origin !== 'agent' && app.settings.LINK_PREVIEWS !== 'off';

/** Nothing for an address that is refused or has no page with a title to show; a throw is worth another try. */
export async function siteMetadata(
  ctx: Ctx,
  url: string,
  waiting: Pick<OutboundRequest, 'signal' | 'timeoutMs'>,
): Promise<PageMetadata | undefined> {
  const limits = { ...waiting, maxBytes: DOCUMENT_MAX, redirects: REDIRECTS_FOLLOWED };
  const headers = { ...PREVIEW_AGENT, accept: 'text/html' };
  const answer = await ctx.app.outbound.request(url, { ...limits, headers }).catch((error) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
  if (!answer) return undefined;
  if (answer.status >= 500) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  const type = answer.headers['content-type'] ?? '';
  if (answer.status !== 200 || !/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) return undefined;
  const found = readMetadata(decodeHtml(answer.body, type), answer.url);
  return found.title ? found : undefined;
}
