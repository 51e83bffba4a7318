// A clip as blocks: a line that says where it is from, and below it what was clipped.
import { sniff } from '../../../core/files/file-response.ts';
import { invalid } from '../../../core/http/problem.ts';
import { readDay } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, type Inline, newBlockId } from '../../blocks/block.ts';
import { textNode } from '../../blocks/codec/inline.ts';
import { isWebAddress } from '../../blocks/link-address.ts';
import { blocksPlainText } from '../../blocks/plain-text.ts';
import { markupReading } from '../../importers/contract.ts';
import { readMarkdown } from '../../pages/contract.ts';
import type { ClipInput, Highlight, PageFacts } from './clip-input.ts';
import { markHighlights } from './highlight-marks.ts';
import type { ClipPicture } from './pictures.ts';
import { addressTitle, hostOf, textFragment } from './source-address.ts';

export interface ClipContent {
  blocks: Block[];
  /** that came along */
  pictures: ClipPicture[];
}

const block = (type: string, data: Block['data'], content?: Inline[]): Block => ({
  ...{ id: newBlockId(), type, data },
  ...(content && { content }),
});

/** The day that a page names as that of its publication. */
export const publicationDay = (published: string | undefined): string | undefined => {
  const said = /^\d{4}-\d{2}-\d{2}/.exec(published ?? '')?.[0];
  if (said) return readDay(said) === undefined ? undefined : said;
  const at = published ? Date.parse(published) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
};

/** Who wrote it where and when, and how long it takes to read; the first words lead there. */
export function sourceLine(ctx: Ctx, address: string, facts: PageFacts = {}): Block {
  const t = ctx.app.messages.in(ctx.locale);
  const day = publicationDay(facts.published);
  const minutes = facts.reading_minutes;
  const link = textNode(facts.site || hostOf(address), [{ type: 'link', attrs: { href: address } }]);
  const parts: Inline[] = [
    ...(facts.author ? [textNode(facts.author)] : []),
    ...(day ? [{ type: 'dateLink' as const, date: day }] : []),
    ...(minutes ? [textNode(t('clipper.source.minutes', { count: minutes }))] : []),
  ];
  return block('paragraph', {}, [link, ...parts.flatMap((part) => [textNode(' · '), part])]);
}

/** Readable at once, also while the text is still being fetched. */
export const bookmark = (address: string, title: string, description?: string): Block =>
  block('bookmark', { url: address, title, ...(description && { description }) });

/** @throws Problem validation_failed for what no page can hold */
export async function clipContent(ctx: Ctx, input: ClipInput): Promise<ClipContent> {
  const { source_url, properties = {}, clip_type = 'article' } = input;
  const { blocks, pictures } = await makers[clip_type](ctx, input);
  const { blocks: marked, missing } = markHighlights(blocks, input.highlights ?? []);
  const link = clip_type === 'selection' ? textFragment(source_url, blocksPlainText(blocks)) : source_url;
  return { blocks: [sourceLine(ctx, link, properties), ...marked, ...quotesOf(source_url, missing)], pictures };
}

const SCREENSHOTS = new Set(['image/png', 'image/jpeg']);

type Maker = (ctx: Ctx, input: ClipInput) => Promise<ClipContent>;

const makers: Record<NonNullable<ClipInput['clip_type']>, Maker> = {
  async article(ctx, input) {
    if (input.html !== undefined || input.markdown !== undefined) return textOf(ctx, input);
    return { blocks: [bookmarkOf(input)], pictures: [] };
  },
  async selection(ctx, input) {
    const { blocks, pictures } = await textOf(ctx, input);
    const [first, ...rest] = blocks;
    if (!first) throw invalid(['body', 'html'], 'must say something');
    const isText = first.type === 'paragraph';
    const children = isText ? [...(first.children ?? []), ...rest] : blocks;
    const quote = block('quote', {}, (isText && first.content) || []);
    return { blocks: [{ ...quote, ...(children.length && { children }) }], pictures };
  },
  bookmark: async (_, input) => ({ blocks: [bookmarkOf(input)], pictures: [] }),
  async screenshot(_, input) {
    const address = 'screenshot';
    const bytes = Buffer.from(input.image ?? '', 'base64');
    if (!SCREENSHOTS.has(sniff(bytes.subarray(0, 4096)).mime))
      throw invalid(['body', 'image'], 'must be a PNG or JPEG picture, as base64');
    return { blocks: [block('image', { url: address, name: '' })], pictures: [{ address, bytes }] };
  },
};

const bookmarkOf = ({ source_url, title, properties }: ClipInput): Block =>
  bookmark(source_url, title ?? addressTitle(source_url), properties?.description);

/** What was sent as HTML or Markdown, with what came along of its pictures. */
async function textOf(ctx: Ctx, { html, markdown, source_url, pictures = [] }: ClipInput): Promise<ClipContent> {
  const sent = pictures.map(({ url, data }) => ({ address: url, bytes: Buffer.from(data, 'base64') }));
  if (html === undefined)
    return { blocks: await readMarkdown({ markdown: markdown ?? '', emoji: [] }), pictures: sent };
  const { blocks, files } = await ctx.use(markupReading).toBlocks(html, source_url);
  return { blocks, pictures: [...sent, ...files] };
}

/** Highlights whose words are not in the text: what they say is kept all the same. */
const quotesOf = (address: string, highlights: Highlight[]): Block[] =>
  highlights.flatMap(({ exact, note }) => {
    const href = textFragment(address, exact);
    const marks = isWebAddress(href) ? [{ type: 'link', attrs: { href } }] : [];
    const words = textNode(exact.replace(/\s+/g, ' ').trim(), marks);
    return [block('quote', {}, note ? [words, { type: 'hardBreak' }, textNode(note)] : [words])];
  });
