/** The one Markdown parser: CommonMark, tables and strikethrough, plus our rules; raw HTML is never markup. */
import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { addLineRules } from './block-rules.ts';
import { addSpanRules } from './inline-rules.ts';
import type { MarkdownOptions } from './options.ts';

// Above the depth at which our own guard turns nesting into text: the parser's guard would drop it.
const parser = new MarkdownIt({ html: false, maxNesting: 200 });
// Addresses are judged when blocks are made, where a refused one can stay visible as text.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (url) => url;
addLineRules(parser);
addSpanRules(parser);
parser.core.ruler.before('inline', 'callout', callouts);

/** Tokens of a Markdown text; inline rules look into `options`. */
export function parseMarkdown(markdown: string, options: MarkdownOptions): Token[] {
  return parser.parse(markdown, { options });
}

// "[!kind|extra]+ Title" on the first line of a quote, as Obsidian and GitHub write it.
const HEAD = /^\[!([A-Za-z][\w-]{0,40})(?:\|[^\]\n]{0,100})?\]([+-]?)[ \t]*([^\n]*)(?:\n|$)/;

/** Marks quotes that are callouts, and takes their head line out of the first paragraph. */
function callouts(state: StateCore): void {
  const out: Token[] = [];
  for (let i = 0; i < state.tokens.length; i++) {
    const token = state.tokens[i]!;
    out.push(token);
    const first = state.tokens[i + 2];
    if (token.type !== 'blockquote_open' || state.tokens[i + 1]?.type !== 'paragraph_open' || !first) continue;
    const match = HEAD.exec(first.content);
    if (!match) continue;
    token.meta = { callout: match[1]!.toLowerCase() };
    if (match[3]!.trim()) out.push(inline(state, match[3]!.trim()));
    first.content = first.content.slice(match[0].length);
    // Without a first paragraph there is nothing to take in as the callout's own text.
    if (first.content === '') i += 3;
    else token.meta.body = true;
  }
  state.tokens = out;
}

function inline(state: StateCore, content: string): Token {
  const token = new state.Token('inline', '', 0);
  token.content = content;
  token.children = [];
  return token;
}
