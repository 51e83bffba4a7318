/** What renderers must ask the rest of the service; every answer is already narrowed to the reader's rights. */
import { escapeHtml } from '../../core/views/html-escape.ts';
import type { Block } from './block.ts';

/** A database within a page, as a reader sees it. */
export interface NamedDatabase {
  href: string;
  title: string;
  /** its rows */
  html?: string;
  /** by its name alone, where what it holds now is no part of what is shown */
  isClosed?: true;
}

/** Answers for one reader; null means "does not exist or may not be seen", which readers cannot tell apart. */
export interface Links {
  page(id: number): { href: string; title: string } | null;
  user(id: number): { name: string } | null;
  file(id: number): { href: string; name: string; mime: string } | null;
  /** A custom emoji (`href`) or a character (`text`); without an answer the name is shown between colons. */
  emoji?(name: string): { href: string } | { text: string } | null;
  /** The list of a synced block. */
  synced?(id: number): Block[] | null;
  /** A view of a database, the first one unless another is named; `html` shows it and is safe as it is, else a link does. */
  database?(collectionId: number, viewId?: number): NamedDatabase | null;
  /** What may be shown inside the page for an address, null when nothing may. */
  embeds?(url: string): string | null;
  /** The pages above this one, outermost first, for breadcrumb blocks. */
  trail?(): { href: string; title: string }[];
  /** A word of the page's own in the language of the reader; files, which have none, are in English. */
  say?(word: Word): string;
  /** A day such as `2026-11-20` in that language; files have it as it is. */
  day?(date: string): string;
}

/** What a page says that nobody wrote in it. */
const WORDS = {
  /** in place of what the reader may not see; says nothing about it */
  hidden_page: 'No access or deleted page',
  hidden_database: 'No access or deleted database',
  hidden_synced: 'Synced block not available',
  unknown_block: 'This block cannot be shown here. It is kept as it came:',
  unknown_person: 'unknown',
  contents: 'Table of contents',
  breadcrumb: 'Breadcrumb',
  footnotes: 'Footnotes',
  back: 'Back to the text',
  diagram: 'Diagram',
};
export type Word = keyof typeof WORDS;

/** As markup. */
export const linkWordHtml = (links: Links, word: Word): string => escapeHtml(links.say?.(word) ?? WORDS[word]);

export const HIDDEN_PAGE = WORDS.hidden_page;
