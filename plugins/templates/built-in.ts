// The templates that are always there, in the reader's language.
import { readFileSync } from 'node:fs';
import type { Block } from '../blocks/block.ts';
import { markdownToBlocks } from '../blocks/markdown/lazy.ts';

/** Those that the API lists. */
export const BUILT_IN_TEMPLATES = [
  'meeting-notes',
  'project-brief',
  'weekly-plan',
  'decision-record',
  'runbook',
] as const satisfies BuiltInKey[];

/** Those that people choose from; by its key each is taken as the listed ones are. */
export const GALLERY_TEMPLATES = [
  'meeting-notes',
  'project-brief',
  'weekly-plan',
  'one-on-one',
  'guide',
  'decision-record',
  'runbook',
  'retrospective',
  'first-days',
] as const;
export type BuiltInKey = (typeof GALLERY_TEMPLATES)[number];

export interface BuiltInTemplate {
  key: BuiltInKey;
  name: string;
  icon: string;
  description: string;
  blocks: Block[];
}

const known = new Map<string, BuiltInTemplate>();

/** The first line is the icon and the name, the second the description, the rest the page. */
function read(locale: string, key: BuiltInKey): BuiltInTemplate {
  const text = readFileSync(new URL(`./built-in/${locale}/${key}.md`, import.meta.url), 'utf8');
  const [head = '', description = '', ...rest] = text.split('\n');
  const [icon = '', ...words] = head.split(' ');
  const blocks = markdownToBlocks(rest.join('\n'), { breaks: true });
  return { key, icon, name: words.join(' '), description, blocks: blocks.map(withFacts) };
}

type Rows = { content: unknown[] }[][];

/** Markdown knows headers above columns only: an empty one means that each row begins with its header. */
function withFacts(block: Block): Block {
  if (block.type !== 'table') return block;
  const [first = [], ...rows] = block.data.rows as unknown as Rows;
  if (first.some(({ content }) => content.length)) return block;
  return { ...block, data: { ...block.data, header: { row: false, column: true }, rows: rows as never } };
}

export function builtIn(locale: string, key: BuiltInKey): BuiltInTemplate {
  const language = locale === 'de' ? 'de' : 'en';
  const id = `${language} ${key}`;
  const found = known.get(id) ?? read(language, key);
  known.set(id, found);
  return found;
}

export const isBuiltIn = (key: string): key is BuiltInKey => (GALLERY_TEMPLATES as readonly string[]).includes(key);
