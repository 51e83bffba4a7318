/** The Markdown parser: CommonMark, tables and strikethrough, plus our rules; HTML is markup in files of others only. */
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it';
import { blockTypes } from '../types/registry.ts';
import { addLineRules } from './block-rules.ts';
import { addSpanRules } from './inline-rules.ts';
import type { ForeignMarkdown, MarkdownOptions } from './options.ts';

let own: Parser | undefined;
const foreign = new WeakMap<ForeignMarkdown, Parser>();

function createParser({ html = false } = {}): Parser {
  // Above the depth at which our own guard turns nesting into text: the parser's guard would drop it.
  const made = new MarkdownIt({ html, maxNesting: 200 });
  // Addresses are judged when blocks are made, where a refused one can stay visible as text.
  made.validateLink = () => true;
  made.normalizeLink = (url) => url;
  made.normalizeLinkText = (url) => url;
  addLineRules(made);
  addSpanRules(made);
  for (const { syntax } of blockTypes().values()) syntax?.(made);
  return made;
}

function foreignParser(of: ForeignMarkdown): Parser {
  const made = foreign.get(of) ?? createParser({ html: true });
  if (!foreign.has(of)) of.syntax(made);
  foreign.set(of, made);
  return made;
}

/** Tokens of a Markdown text; inline rules look into `options`. */
export function parseMarkdown(markdown: string, options: MarkdownOptions): Token[] {
  own ??= createParser();
  return (options.foreign ? foreignParser(options.foreign) : own).parse(markdown, { options });
}
