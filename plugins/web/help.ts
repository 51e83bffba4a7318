// The help: articles in Markdown, one file a topic and language, read once and rendered by the product's own renderer.
import { existsSync, readFileSync } from 'node:fs';
import { fold, words } from '../../core/i18n/text-normalization.ts';
import type { App } from '../../core/kernel/app.ts';
import { type ReferenceEntry, references } from '../../core/views/help-reference.ts';
import { renderHtml } from '../blocks/html/render.ts';
import { markdownToBlocks } from '../blocks/markdown/lazy.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import { highlight, type SnippetPiece } from '../search/contract.ts';

/** In the order of the list; the first four are for the four kinds of users. */
export const TOPICS = [
  { key: 'using', icon: 'book-open', group: 'people' },
  { key: 'running', icon: 'settings-2', group: 'people' },
  { key: 'extending', icon: 'code-xml', group: 'people' },
  { key: 'api', icon: 'code', group: 'people' },
  { key: 'writing', icon: 'pencil', group: 'topics' },
  { key: 'organising', icon: 'folder', group: 'topics' },
  { key: 'databases', icon: 'table', group: 'topics' },
  { key: 'finding', icon: 'search', group: 'topics' },
  { key: 'offline', icon: 'cloud-off', group: 'topics' },
  { key: 'sharing', icon: 'users', group: 'topics' },
  { key: 'accounts', icon: 'key-round', group: 'topics' },
  { key: 'importing', icon: 'import', group: 'topics' },
  { key: 'exporting', icon: 'download', group: 'topics' },
  { key: 'agent', icon: 'lightbulb', group: 'topics' },
  { key: 'formulas', icon: 'code', group: 'topics', isReference: true },
  { key: 'keyboard', icon: 'keyboard', group: 'topics' },
] as const satisfies Topic[];

interface Topic {
  key: string;
  icon: string;
  group: 'people' | 'topics';
  /** shown only where plugins have entries for it */
  isReference?: true;
}

export type TopicKey = (typeof TOPICS)[number]['key'];

export interface HelpArticle extends Topic {
  key: TopicKey;
  title: string;
  /** the first paragraph */
  lead: string;
  /** all of it without marks, for search */
  text: string;
  html: string;
}

const links = { page: () => null, user: () => null, file: () => null };
const kept = new Map<string, HelpArticle[]>();

function fileOf(locale: string, key: string): URL {
  const own = new URL(`./help/${locale}/${key}.md`, import.meta.url);
  return existsSync(own) ? own : new URL(`./help/en/${key}.md`, import.meta.url);
}

/** Anchors in articles must not change from one start to the next. */
function counted(key: string): () => string {
  let count = 0;
  return () => `${key}-${++count}`;
}

function read(locale: string, topic: (typeof TOPICS)[number]): HelpArticle {
  const source = readFileSync(fileOf(locale, topic.key), 'utf8');
  const end = source.indexOf('\n');
  const blocks = markdownToBlocks(source.slice(end + 1), { id: counted(topic.key), link: (href) => ({ href }) });
  return {
    ...topic,
    title: source.slice(2, end),
    lead: blocksPlainText(blocks.slice(0, 1)),
    text: blocksPlainText(blocks),
    html: renderHtml(blocks, links),
  };
}

export const entriesOf = (app: App, key: string): ReferenceEntry[] =>
  app
    .contributions(references)
    .flat()
    .filter(({ topic }) => topic === key);

export function articlesIn(app: App, locale: string): HelpArticle[] {
  const known = kept.get(locale) ?? TOPICS.map((topic) => read(locale, topic));
  kept.set(locale, known);
  return known.filter(({ key, isReference }) => !isReference || entriesOf(app, key).length);
}

export interface FoundArticle extends HelpArticle {
  words: SnippetPiece[];
  pieces: SnippetPiece[];
}

const AROUND = 90;

/** Articles that hold all words of the query, with the place where the first one stands. */
export function findArticles(app: App, locale: string, q: string): FoundArticle[] {
  const terms = words(q);
  return articlesIn(app, locale).flatMap((article) => {
    const all = fold(`${article.title} ${article.text}`);
    if (!terms.every((term) => all.includes(term))) return [];
    const at = Math.max(0, fold(article.text).indexOf(terms[0] ?? '') - AROUND);
    const start = at ? article.text.indexOf(' ', at) + 1 : 0;
    const piece = article.text.slice(start, start + 2 * AROUND).replace(/\s+/g, ' ');
    const snippet = terms.length ? `${start ? '…' : ''}${piece}…` : article.lead;
    return [{ ...article, words: highlight(article.title, q), pieces: highlight(snippet, q) }];
  });
}
