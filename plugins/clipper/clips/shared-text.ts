// What a phone shares with the installed app: an address, words of a page, or a note of somebody's own.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { newBlockId } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { placeBlocks, takeClip } from './clip.ts';
import { resolveClipTarget } from './place.ts';

export interface SharedText {
  source_url: string;
  title: string;
  text: string;
}

const TITLE_MAX = 500;
/** Shorter words beside an address say what it is: a headline, or "Look at this". */
const REMARK_MAX = 200;
const QUOTED = /^["“„«](.*)["”“»]$/s;

/** The address in what was shared: many apps put it into the text, with words and signs around it. */
export async function readShared({ url = '', text = '', title = '' }: Record<string, string>): Promise<SharedText> {
  const { default: MarkdownIt } = await import('markdown-it');
  const { linkify } = new MarkdownIt();
  const found = [url, text, title]
    .map((said) => linkify.match(said)?.find(({ schema }) => /^https?:$/i.test(schema)))
    .find((match) => match !== undefined);
  const without = (said: string) => (found ? said.replace(found.raw, '') : said).trim();
  const [name, said, source_url] = [without(title), without(text), found?.url ?? ''];
  // Browsers share the words that somebody selected in quotation marks, or with an address that leads to them.
  const isQuote = !found || QUOTED.test(said) || source_url.includes(':~:text=') || said.length > REMARK_MAX;
  // A note of somebody's own keeps its marks.
  const words = found ? said.replace(QUOTED, '$1') : said;
  return { source_url, title: name || (isQuote ? '' : said), text: isQuote ? words : '' };
}

const linesOf = (text: string): string[] => text.split(/\n+/).flatMap((line) => line.trim() || []);

/**
 * An address alone is read by the service, words of a page become a selection of it, and words alone a page.
 * @returns the page of words alone
 * @throws Problem as `takeClip` does; validation_failed when nothing was shared
 */
export async function keepShared(ctx: Ctx, { source_url, title, text }: SharedText): Promise<number | undefined> {
  const lines = linesOf(text);
  if (source_url) {
    const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
    await takeClip(ctx, { source_url, title, ...(html && { clip_type: 'selection', html }) });
    return undefined;
  }
  const name = (title || lines[0] || '').slice(0, TITLE_MAX).toWellFormed();
  if (!name) throw invalid(['body', 'source_url'], 'Field required', 'missing');
  const place = await resolveClipTarget(ctx, { source_url });
  // The first line is not said twice where the title is all of it.
  const blocks = lines.slice(name === lines[0] ? 1 : 0).map((line) => ({
    ...{ id: newBlockId(), type: 'paragraph', data: {} },
    content: [textNode(line)],
  }));
  return ctx.tx((tx) => placeBlocks(tx, { source_url, title: name }, place, blocks));
}
