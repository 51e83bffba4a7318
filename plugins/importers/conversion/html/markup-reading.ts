// HTML of other sites for other plugins: as Markdown, as blocks, and as the article that a whole page is about.
import { Problem } from '../../../../core/http/problem.ts';
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import { BlockFault } from '../../../blocks/codec/block-errors.ts';
import type { Links } from '../../../blocks/link-context.ts';
import { blocksToMarkdown } from '../../../blocks/markdown/serialize.ts';
import type { MarkupReading, WebArticle, WebBlocks } from '../../contract.ts';
import { fetched } from '../../reading/http-fetch.ts';
import { htmlToBlocks } from './read.ts';
import { MarkupFault } from './tree.ts';
import { webBlocks } from './web-blocks.ts';

/** Other sites name nothing of this service. */
const NOTHING_OF_OURS: Links = { page: () => null, user: () => null, file: () => null };

/** Characters above which markup is read in a worker: below it takes less than 50 ms. */
const HEAVY_LENGTH = 300_000;
const TIME_MS = 30_000;

export const markupReader: MarkupReading = {
  async toMarkdown(markup) {
    try {
      return blocksToMarkdown(htmlToBlocks(markup).blocks, NOTHING_OF_OURS);
    } catch (error) {
      throw isFault(error) ? new Problem('validation_failed', error.message) : error;
    }
  },
  async toBlocks(markup, base) {
    try {
      if (markup.length <= HEAVY_LENGTH) return webBlocks(markup, base);
      return await inWorker<WebBlocks>('./web-blocks.ts', 'webBlocks', markup, base);
    } catch (error) {
      throw isFault(error) ? new Problem('validation_failed', `The page cannot be kept: ${error.message}`) : error;
    }
  },
  async article({ app }, address) {
    const { url, mime, bytes } = await fetched(app, address);
    if (!/html|xml/.test(mime))
      throw new Error(`this address has ${mime || 'something unknown'}, which is not a web page`);
    return inWorker<WebArticle>('../../formats/clipper/web-article.ts', 'readWebArticle', bytes, url);
  },
};

/** What a worker throws is about what it was given, whatever it is. */
class WorkFault extends Error {}

const isFault = (error: unknown): error is Error =>
  error instanceof MarkupFault || error instanceof BlockFault || error instanceof WorkFault;

async function inWorker<T>(module: string, name: string, ...args: unknown[]): Promise<T> {
  const runner = new WorkerRunner(new URL(module, import.meta.url), { timeMs: TIME_MS });
  try {
    return await runner.run<T>(name, ...args);
  } catch (error) {
    throw new WorkFault((error as Error).message);
  } finally {
    runner.close();
  }
}
