// What Markdown of other programs has that ours does not write: HTML, and terms with their meanings.
import definitionLists from 'markdown-it-deflist';
import type { Block, Inline } from '../../blocks/block.ts';
import type { MarkdownParser } from '../../blocks/markdown/block-markdown.ts';
import type { ForeignMarkdown } from '../../blocks/markdown/options.ts';
import { blocksWithLinks } from './block-links.ts';
import { type HtmlPage, htmlToBlocks } from './html/read.ts';
import { addHtmlRules, readTag } from './html-tags.ts';
import { addUnusedDefinitions } from './link-definitions.ts';
import { listedTasks } from './loose-tasks.ts';
import { addRaisedLetters } from './raised-letters.ts';

/** Lines of HTML become the blocks that a page of HTML would. */
const html: MarkdownParser = ({ token }, reader, { depth }) => {
  const { options } = reader;
  // It may be indented by up to three spaces.
  const content = token.content.trimStart();
  const page = readTag(content) || /^<[!?]/.test(content) ? pageOf(content) : undefined;
  if (content.startsWith('<!--') && !page?.unsupported.html_comment)
    options.onLoss?.({ kind: 'html-comment', detail: content });
  // What no browser knows is text, and so is what is too large to be read.
  if (!page) return [reader.block('paragraph', {}, linesOf(content))];
  for (const [kind, count] of Object.entries(page.unsupported))
    for (let at = 0; at < count; at++) options.onLoss?.({ kind, detail: content });
  return blocksWithLinks(page.blocks, { link: options.link ?? (() => null) }, depth);
};

const linesOf = (text: string): Inline[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line, at): Inline[] => [...(at ? [{ type: 'hardBreak' as const }] : []), { type: 'text', text: line }]);

function pageOf(content: string): HtmlPage | undefined {
  try {
    return htmlToBlocks(content);
  } catch {
    return undefined;
  }
}

/** Terms with their meanings below them, as of lists in HTML. */
const definitions: MarkdownParser = ({ children }, reader, { depth }) => {
  const made: Block[] = [];
  for (let at = 0; at < children.length; ) {
    const term = children[at];
    const from = term?.kind === 'dt' ? ++at : at;
    while (children[at]?.kind === 'dd') at++;
    const meanings = children.slice(from, at).flatMap((one) => one.children);
    const content = term?.kind === 'dt' ? reader.content(term) : [];
    made.push(...reader.nest(reader.block('paragraph', {}, content), meanings, depth));
  }
  return made;
};

export const foreignMarkdown: ForeignMarkdown = {
  syntax(parser) {
    parser.use(definitionLists);
    addHtmlRules(parser);
    addUnusedDefinitions(parser);
    addRaisedLetters(parser);
    parser.core.ruler.after('normalize', 'loose_tasks', (state) => {
      state.src = listedTasks(state.src);
    });
  },
  parsers: { html_block: html, dl: definitions },
};
