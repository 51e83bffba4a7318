// A picture of another site for a page: fetched once by the server and kept, so that reading the page asks nobody.
import { isRasterImage, sniff } from '../../../core/files/file-response.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type FileRecord, files, maxBytesOf } from '../../files/contract.ts';

const PICTURE_MAX = 20 * 1_048_576;
const REDIRECTS = 3;
const HEADERS = { 'user-agent': 'Commonplace (picture)', accept: 'image/*' };

const noPicture = (url: string): Problem =>
  invalid(['body', 'url'], 'does not answer with a picture that can be kept', 'value_error', url);

/** The last part of the address, as people see it. */
function nameIn(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).trim() || new URL(address).hostname;
  } catch {
    return last;
  }
}

/** @throws Problem private_url; validation_failed for what is no picture; forbidden where sites are never asked */
export async function keepWebPicture(ctx: Ctx, url: string, workspaceId: number): Promise<FileRecord> {
  if (ctx.app.settings.LINK_PREVIEWS === 'off')
    throw new Problem('forbidden', 'This service does not ask other sites for pictures.');
  const most = Math.min(PICTURE_MAX, maxBytesOf(ctx.app));
  const limits = { maxBytes: most, redirects: REDIRECTS, headers: HEADERS };
  const answer = await ctx.app.outbound.request(url, limits).catch((error) => {
    if (error instanceof Problem) throw error;
    ctx.log.debug({ err: error }, 'a picture could not be fetched');
    throw noPicture(url);
  });
  const { status, body } = answer;
  if (status !== 200 || !isRasterImage(sniff(body.subarray(0, 4096)).mime)) throw noPicture(url);
  const service = ctx.use(files);
  service.checkPicture(body);
  return service.store(ctx, { content: body, name: nameIn(answer.url), workspaceId, maxBytes: most });
}
