/** Where blocks speak of a page: the sentences around links to it, and its title where it is no link yet. */
import { type Block, type Inline, inlineRuns, type TextInline, walk } from './block.ts';
import { nodeText } from './block-text.ts';
import { joinText } from './codec/inline.ts';
import { pageOfAddress } from './link-address.ts';
import type { Links } from './link-context.ts';

const SENTENCE_MAX = 240;
const ENDS = /[.!?…](?=\s)|\n/g;

/** A sentence and the words in it that are or could be the link. */
export interface SentenceMention {
  before: string;
  words: string;
  after: string;
}

const leadsTo = (node: Inline, pageId: number): boolean =>
  node.type === 'pageLink'
    ? node.pageId === pageId
    : node.type === 'text' &&
      Boolean(node.marks?.some(({ type, attrs }) => type === 'link' && pageOfAddress(String(attrs?.href)) === pageId));

/** A sentence for each block that links to the page, at most `limit`. */
export function linkSentences(blocks: Block[], pageId: number, links: Links, limit: number): SentenceMention[] {
  const found: SentenceMention[] = [];
  for (const block of walk(blocks)) {
    for (const run of inlineRuns(block)) {
      const at = run.findIndex((node) => leadsTo(node, pageId));
      if (at < 0 || found.length >= limit) continue;
      const said = run.map((node) => nodeText(node, links));
      found.push(sentence(said.slice(0, at).join(''), said[at]!, said.slice(at + 1).join('')));
    }
  }
  return found;
}

function sentence(before: string, words: string, after: string): SentenceMention {
  const start = Math.max(0, ...[...before.matchAll(ENDS)].map(({ index }) => index + 1));
  const end = after.search(ENDS);
  const rest = end < 0 ? after : after.slice(0, end + 1);
  const room = Math.max(0, SENTENCE_MAX - words.length) / 2;
  const head = before.slice(start).trimStart();
  return {
    before: head.length > room ? `… ${head.slice(-room)}` : head,
    words,
    after: rest.length > room ? `${rest.slice(0, room)} …` : rest,
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The title as whole words, whatever the case. */
const titlePattern = (title: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(title)}(?![\\p{L}\\p{N}])`, 'iu');

const isPlain = (node: Inline): node is TextInline =>
  node.type === 'text' && !node.marks?.some(({ type }) => type === 'link' || type === 'code');

/** The first place that names the title without being a link, or null. Cells of tables are left as they are. */
export function unlinkedMention(blocks: Block[], title: string): SentenceMention | null {
  const pattern = titlePattern(title);
  for (const block of walk(blocks)) {
    const run = block.content ?? [];
    const node = run.find((one) => isPlain(one) && pattern.test(one.text)) as TextInline | undefined;
    const match = node && pattern.exec(node.text);
    if (match)
      return sentence(node.text.slice(0, match.index), match[0], node.text.slice(match.index + match[0].length));
  }
  return null;
}

/** The blocks with that place made a link; null when there is none. */
export function linkMention(blocks: Block[], title: string, pageId: number): Block[] | null {
  const pattern = titlePattern(title);
  let done = false;
  const inRun = (run: Inline[]): Inline[] =>
    joinText(
      run.flatMap((node) => {
        const match = !done && isPlain(node) ? pattern.exec(node.text) : null;
        if (!match) return [node];
        done = true;
        const text = node as TextInline;
        return [
          { ...text, text: text.text.slice(0, match.index) },
          { type: 'pageLink' as const, pageId },
          { ...text, text: text.text.slice(match.index + match[0].length) },
        ];
      }),
    );
  const inBlocks = (list: Block[]): Block[] =>
    list.map((block) => ({
      ...block,
      ...(block.content && { content: inRun(block.content) }),
      ...(block.children && { children: inBlocks(block.children) }),
    }));
  const linked = inBlocks(blocks);
  return done ? linked : null;
}
