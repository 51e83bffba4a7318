// Comments of Word's documents, from the parts that hold them: who said what and when, and which answer which.
import type { CommentItem } from '../../contract.ts';
import {
  all,
  elementsIn,
  isElement,
  type MarkupElement,
  markupNodeLine,
  readTree,
} from '../../conversion/html/tree.ts';
import type { OpenPackage } from '../../reading/document-zip.ts';

/** Name of the place of a comment among the anchors of its page. */
export const docxCommentAnchor = (id: string): string => `comment ${id}`;

export async function commentsOf(parts: OpenPackage): Promise<CommentItem[]> {
  const tree = async (name: RegExp): Promise<MarkupElement> =>
    readTree(await parts.text(parts.names.find((one) => name.test(one)) ?? ''), { xml: true });
  const links = all(await tree(/\/commentsExtended\.xml$/), 'w15:commentEx');
  // Comments are known to each other by their last paragraphs.
  const above = new Map(links.map(({ attrs }) => [attrs['w15:paraId'], attrs['w15:paraIdParent']]));
  const settled = new Set(links.flatMap(({ attrs }) => (attrs['w15:done'] === '1' ? attrs['w15:paraId'] : [])));
  const comments = all(await tree(/\/comments\.xml$/), 'w:comment');
  const quotes = comments.length ? quotesIn(await tree(/\/document\.xml$/)) : new Map<string, string>();
  return comments.map((comment) => {
    const lines = all(comment, 'w:p');
    const own = lines.at(-1)?.attrs['w14:paraId'];
    const thread = own && (above.get(own) ?? own);
    const { 'w:author': author, 'w:date': created, 'w:id': id = '' } = comment.attrs;
    const quote = quotes.get(id)?.trim();
    return {
      text: lines.map(markupNodeLine).join('\n').trim(),
      ...(author && { author }),
      ...(created && { created }),
      ...(thread && { thread }),
      ...{ at: docxCommentAnchor(id), ...(quote && { quote }), ...(settled.has(own) && { resolved: true }) },
    };
  });
}

/** The words between begin and end of each comment; paragraphs are parted by a space. */
function quotesIn(root: MarkupElement): Map<string, string> {
  const quotes = new Map<string, string>();
  const open = new Set<string>();
  for (const { tag, attrs, children } of elementsIn(root)) {
    const id = attrs['w:id'] ?? '';
    if (tag === 'w:commentRangeStart') open.add(id);
    else if (tag === 'w:commentRangeEnd') open.delete(id);
    const words = tag === 'w:t' ? children.filter((node) => !isElement(node)).join('') : tag === 'w:p' ? ' ' : '';
    if (words) for (const one of open) quotes.set(one, `${quotes.get(one) ?? ''}${words}`);
  }
  return quotes;
}
