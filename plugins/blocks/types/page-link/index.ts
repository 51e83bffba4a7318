/** Lines that are links to pages, in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import { titleLink } from '../../document-writer.ts';
import { pageAnchor } from '../../html/inline.ts';
import { pageOfAddress } from '../../link-address.ts';
import { HIDDEN_PAGE, type Links } from '../../link-context.ts';
import { linkMarkdown } from '../../markdown/escape-text.ts';
import type { MarkdownOptions } from '../../markdown/options.ts';
import { ownPage } from '../../markdown/parse-inline.ts';
import type { TokenTree } from '../../markdown/token-tree.ts';
import model from './model.ts';

function standIn({ data }: Block, links: Links): string {
  const page = links.page(Number(data.pageId));
  return page ? linkMarkdown(page.title, page.href) : HIDDEN_PAGE;
}

/** The page to which what people read leads, which may be another one than where the comment was written. */
function fromNote(block: Block, tree: TokenTree, options: MarkdownOptions): Block {
  const shown = tree.children[0]?.inlines[0]?.children ?? [];
  const href = shown.find(({ type }) => type === 'link_open')?.attrGet('href');
  const page = href ? pageOfAddress(ownPage(String(href), options)) : null;
  return page === null ? block : { ...block, data: { pageId: page } };
}

const pageLink: BlockType = {
  ...model,
  toHtml: (block, { links }) => `<p id="${block.id}">${pageAnchor(Number(block.data.pageId), links)}</p>`,
  standIn,
  fromNote,
  documentLine: ({ data }, { links }) => {
    const page = links.page(Number(data.pageId));
    return page ? titleLink(page) : [textNode(HIDDEN_PAGE)];
  },
};
export default pageLink;
