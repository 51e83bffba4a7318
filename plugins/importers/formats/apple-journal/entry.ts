// An entry of Apple's Journal as a page: its day, its pictures and what they tell, and its text.
import type { PageItem } from '../../contract.ts';
import { treeToBlocks } from '../../conversion/html/read.ts';
import { all, hasClass, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import { cleanTitle, stemOf } from '../../reading/entry-path.ts';

/** Called in a worker. */
export function readJournal(text: string, path: string): PageItem {
  const root = readTree(text);
  const said = (name: string): string => markupNodeLine(all(root, 'div').find((element) => hasClass(element, name)));
  const day = said('pageHeader');
  const date = new Date(`${day} UTC`);
  const created = Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  const { blocks, anchors, unsupported } = treeToBlocks(root, {
    element(element, reader, flow) {
      if (hasClass(element, 'pageHeader', 'title')) return true;
      if (!hasClass(element, 'reflectionPrompt')) return false;
      flow.push(...reader.titled('quote', {}, element));
      return true;
    },
  });
  return {
    type: 'page',
    id: path,
    title: cleanTitle(said('title') || day || stemOf(path)),
    blocks,
    anchors,
    unsupported,
    ...(created && { created, updated: created, properties: { date: created.slice(0, 10) } }),
  };
}
