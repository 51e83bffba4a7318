// A web page as an article: what readers came for, without what stands around it, and who wrote it when and where.
import { exposeSources } from '../../../blocks/article-markup.ts';
import { type Block, walk } from '../../../blocks/block.ts';
import { decodeMarkup, type HtmlDocument, keepData, readHtml } from '../../conversion/html/document.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { readTree } from '../../conversion/html/tree.ts';
import type { MadeFile } from '../../reading/embedded-file.ts';

export interface ArticleDocument extends HtmlDocument {
  /** where it says that it is, else where it was found */
  address: string;
  /** addresses of its pictures */
  pictures: string[];
}

const ELEMENTS_MAX = 100_000;

/** Called in a worker. `address` is where relative links start. */
export async function readArticle(bytes: Uint8Array, address: string, path: string): Promise<ArticleDocument> {
  const whole = readHtml(bytes, path);
  const [{ JSDOM }, { Readability }] = await Promise.all([import('jsdom'), import('@mozilla/readability')]);
  const { text } = decodeMarkup(bytes);
  // Nothing is run or fetched. Style sheets take long to read and say nothing here.
  const { window } = new JSDOM(text.replace(/<style\b[\s\S]*?<\/style>/gi, ''), { url: address });
  exposeSources(window.document);
  const article = new Readability(window.document, { maxElemsToParse: ELEMENTS_MAX }).parse();
  window.close();
  const canonical = typeof whole.properties?.source === 'string' ? whole.properties.source : address;
  if (!article?.content)
    return { ...whole, address: canonical, pictures: picturesOf(whole.blocks), ...kept(canonical, {}) };
  const files: MadeFile[] = [];
  const page = treeToBlocks(readTree(article.content), { data: (data) => keepData(data, path, files) });
  const author = article.byline ?? whole.author;
  const created = article.publishedTime ?? whole.created;
  return {
    ...page,
    title: article.title || whole.title,
    files,
    address: canonical,
    pictures: picturesOf(page.blocks),
    ...(whole.problem && { problem: whole.problem }),
    ...(whole.tags && { tags: whole.tags }),
    ...(author && { author }),
    ...(created && { created }),
    ...kept(canonical, { site: article.siteName, language: article.lang, description: article.excerpt }),
  };
}

function kept(source: string, about: Record<string, string | null | undefined>): Pick<ArticleDocument, 'properties'> {
  const said = Object.entries(about).filter(([, value]) => value);
  return { properties: { source, ...Object.fromEntries(said) } };
}

const picturesOf = (blocks: Block[]): string[] => [
  ...new Set(
    [...walk(blocks)].flatMap(({ type, data }) =>
      type === 'image' && typeof data.url === 'string' && /^https?:/.test(data.url) ? [data.url] : [],
    ),
  ),
];
