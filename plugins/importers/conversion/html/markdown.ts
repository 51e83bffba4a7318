// HTML of other sites as Markdown, for who reads it without making a page of it.
import { Problem } from '../../../../core/http/problem.ts';
import type { Links } from '../../../blocks/link-context.ts';
import { blocksToMarkdown } from '../../../blocks/markdown/serialize.ts';
import type { MarkupReading } from '../../contract.ts';
import { htmlToBlocks } from './read.ts';
import { MarkupFault } from './tree.ts';

/** Other sites name nothing of this service. */
const NOTHING_OF_OURS: Links = { page: () => null, user: () => null, file: () => null };

export const markupAsMarkdown: MarkupReading = {
  async toMarkdown(markup) {
    try {
      return blocksToMarkdown(htmlToBlocks(markup).blocks, NOTHING_OF_OURS);
    } catch (error) {
      if (error instanceof MarkupFault) throw new Problem('validation_failed', error.message);
      throw error;
    }
  },
};
