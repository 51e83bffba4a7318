/** `[!kind|extra]+ Title` on the first line of a quote, as Obsidian and GitHub write it. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const HEAD = /^\[!([A-Za-z][\w-]{0,40})(?:\|[^\]\n]{0,100})?\]([+-]?)[ \t]*([^\n]*)(?:\n|$)/;

/** What the quote of a callout carries; `takesText` says whether the first paragraph is the callout's own text. */
export type CalloutHead = {
  kind: 'callout';
  name: string;
  takesText: boolean;
};

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
    if (match[3]!.trim()) out.push(inline(state, match[3]!.trim()));
    first.content = first.content.slice(match[0].length);
    const head: CalloutHead = { kind: 'callout', name: match[1]!.toLowerCase(), takesText: first.content !== '' };
    token.meta = head;
    // Without a first paragraph there is nothing to take in as the callout's own text.
    if (!head.takesText) i += 3;
  }
  state.tokens = out;
}

function inline(state: StateCore, content: string): Token {
  const token = new state.Token('inline', '', 0);
  token.content = content;
  token.children = [];
  return token;
}

export const calloutSyntax = (parser: MarkdownIt): void => parser.core.ruler.before('inline', 'callout', callouts);
