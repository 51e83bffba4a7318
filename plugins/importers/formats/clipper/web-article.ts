// An article of the web as other plugins take it: blocks that a page can hold, and what is known of it.

import type { WebArticle } from '../../contract.ts';
import { resolveWebBlocks } from '../../conversion/html/web-blocks.ts';
import { readArticle } from './article.ts';

const said = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() ? value : undefined);

/** Called in a worker. @throws BlockFault for what no page can hold */
export async function readWebArticle(bytes: Uint8Array, address: string): Promise<WebArticle> {
  const { files, properties = {}, ...article } = await readArticle(bytes, address, 'web-page');
  return {
    ...resolveWebBlocks(article, address, files),
    title: article.title,
    address: article.address,
    author: said(article.author),
    published: said(article.created),
    site: said(properties.site),
    language: said(properties.language),
    description: said(properties.description),
  };
}
