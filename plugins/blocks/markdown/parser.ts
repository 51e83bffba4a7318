/** The one Markdown parser: CommonMark, tables and strikethrough, plus our rules; raw HTML is never markup. */
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import { blockTypes } from '../types/registry.ts';
import { addLineRules } from './block-rules.ts';
import { addSpanRules } from './inline-rules.ts';
import type { MarkdownOptions } from './options.ts';

let parser: Parser | undefined;

function createParser(): Parser {
  // Above the depth at which our own guard turns nesting into text: the parser's guard would drop it.
  const made = new MarkdownIt({ html: false, maxNesting: 200 });
  // Addresses are judged when blocks are made, where a refused one can stay visible as text.
  made.validateLink = () => true;
  made.normalizeLink = (url) => url;
  made.normalizeLinkText = (url) => url;
  addLineRules(made);
  addSpanRules(made);
  for (const { syntax } of blockTypes().values()) syntax?.(made);
  return made;
}

/** Tokens of a Markdown text; inline rules look into `options`. */
export function parseMarkdown(markdown: string, options: MarkdownOptions): Token[] {
  parser ??= createParser();
  return parser.parse(markdown, { options });
}
