// Comments of Word's documents, from the parts that hold them: who said what and when, and which answer which.
import type { CommentItem } from '../contract.ts';
import { all, type Element, lineOf, readTree } from '../conversion/html/tree.ts';
import type { OpenPackage } from '../reading/package.ts';

export async function commentsOf(parts: OpenPackage): Promise<CommentItem[]> {
  const tree = async (name: RegExp): Promise<Element> =>
    readTree(await parts.text(parts.names.find((one) => name.test(one)) ?? ''), { xml: true });
  const links = all(await tree(/\/commentsExtended\.xml$/), 'w15:commentEx');
  // Comments are known to each other by their last paragraphs.
  const above = new Map(links.map(({ attrs }) => [attrs['w15:paraId'], attrs['w15:paraIdParent']]));
  return all(await tree(/\/comments\.xml$/), 'w:comment').map((comment) => {
    const lines = all(comment, 'w:p');
    const own = lines.at(-1)?.attrs['w14:paraId'];
    const thread = own && (above.get(own) ?? own);
    const { 'w:author': author, 'w:date': created } = comment.attrs;
    return {
      text: lines.map(lineOf).join('\n').trim(),
      ...(author && { author }),
      ...(created && { created }),
      ...(thread && { thread }),
    };
  });
}
