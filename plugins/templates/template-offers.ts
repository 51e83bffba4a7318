// Where pages begin, templates offer themselves: in the form of a new page, and on a page without a text.
import type { Request } from '@hapi/hapi';
import { loaded } from '../../core/access/access-control.ts';
import type { Block } from '../blocks/block.ts';
import type { Page } from '../pages/contract.ts';
import { defaultTemplate, isBlank } from './service.ts';

/** No empty page takes more characters. */
const BLANK_MAX = 400;

function isBlankPage({ content = '', content_format, kind }: Page & { content?: string }): boolean {
  if (kind !== 'page' || content_format !== 'blocks' || content.length > BLANK_MAX) return false;
  return !content || isBlank((JSON.parse(content) as { blocks: Block[] }).blocks);
}

/** `shown` is there only when access has let the request through: the page itself, or the parent of a new one. */
export async function templateOfferSection(request: Request): Promise<Record<string, unknown>> {
  const { shown } = request.app;
  if (!shown || request.ctx.actor.type !== 'user') return {};
  if (request.route.settings.id === 'pages.view')
    return { startsBlank: isBlankPage(loaded<Page & { content?: string }>(request, 'page_id')) };
  if (request.route.settings.id !== 'pages.new-form') return {};
  return { startingFrom: await defaultTemplate(request.ctx, shown.id) };
}
