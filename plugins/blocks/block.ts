/** The shape of page content: the one block list that the API stores, the editor edits and every converter speaks. */
import { BLOCK_LEVELS } from '../../core/http/nesting-limits.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a block type keeps beside its text; the keys of each type are in catalog.ts. */
export type Data = Record<string, Json>;

/** One mark on a run of text; `attrs` as contract 5 lists them (link `href`, colour and highlight `name`, comment `id`). */
export interface Mark {
  type: string;
  attrs?: Record<string, string | number>;
}

/** A run of text. Never empty in a canonical list. */
export interface TextInline {
  type: 'text';
  text: string;
  marks?: Mark[];
}

/** One inline node (contract 5). */
export type Inline =
  | TextInline
  | { type: 'pageLink'; pageId: number }
  | { type: 'dateLink'; date: string }
  | { type: 'mention'; userId: number }
  | { type: 'emoji'; name: string }
  | { type: 'math'; tex: string }
  | { type: 'hardBreak' };

/**
 * One block. Canonical blocks carry `content` exactly when their type has text, and `children` only when there are any.
 */
export interface Block {
  id: string;
  type: string;
  data: Data;
  content?: Inline[];
  children?: Block[];
}

/** One cell of a table block. */
export interface TableBlockCell {
  content: Inline[];
  colspan?: number;
  rowspan?: number;
  /** a name of the palette, behind the text */
  color?: string;
}

/** Deepest level a block may stand at; blocks of the page itself stand at 1. */
export const BLOCK_DEPTH_MAX = BLOCK_LEVELS;

/** Most blocks one page may hold, all levels together. */
export const MAX_BLOCKS = 20_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Characters of ids to come: asking for the random bytes of each took half the time in which a long note is read. */
let coming = '';

/** A new block id: 12 characters, 72 random bits, unique in any page in practice. */
export function newBlockId(): string {
  if (!coming) for (const byte of crypto.getRandomValues(new Uint8Array(3072))) coming += ALPHABET[byte & 63];
  const id = coming.slice(0, 12);
  coming = coming.slice(12);
  return id;
}

/** Whether a value may be the id of a block. */
export function isBlockId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** The rows of a table block, as typed cells. */
export function tableRows(block: Block): TableBlockCell[][] {
  return block.data.rows as unknown as TableBlockCell[][];
}

/** Every block of a list in reading order, without recursion, so that depth cannot exhaust the stack. */
export function* walk(blocks: Block[]): Generator<Block> {
  const stack = [...blocks].reverse();
  for (let block = stack.pop(); block; block = stack.pop()) {
    yield block;
    for (let i = (block.children?.length ?? 0) - 1; i >= 0; i--) stack.push(block.children![i]!);
  }
}

/** What holds the text of a block: itself, or the cells of a table one after the other. */
export function contentRuns(block: Block): { content: Inline[] }[] {
  if (block.type === 'table') return tableRows(block).flat();
  return block.content ? [block as { content: Inline[] }] : [];
}

/** The inline runs a block shows. */
export const inlineRuns = (block: Block): Inline[][] => contentRuns(block).map(({ content }) => content);
