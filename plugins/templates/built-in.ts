// The five templates that are always there, in the reader's language.
import { readFileSync } from 'node:fs';
import { type Block, markdownToBlocks } from '../pages/contract.ts';

export const BUILT_IN = ['meeting-notes', 'project-brief', 'weekly-plan', 'decision-record', 'runbook'] as const;
export type BuiltInKey = (typeof BUILT_IN)[number];

export interface BuiltIn {
  key: BuiltInKey;
  name: string;
  icon: string;
  description: string;
  blocks: Block[];
}

const known = new Map<string, BuiltIn>();

/** The first line is the icon and the name, the second the description, the rest the page. */
function read(locale: string, key: BuiltInKey): BuiltIn {
  const text = readFileSync(new URL(`./built-in/${locale}/${key}.md`, import.meta.url), 'utf8');
  const [head = '', description = '', ...rest] = text.split('\n');
  const [icon = '', ...words] = head.split(' ');
  return { key, icon, name: words.join(' '), description, blocks: markdownToBlocks(rest.join('\n'), { breaks: true }) };
}

export function builtIn(locale: string, key: BuiltInKey): BuiltIn {
  const language = locale === 'de' ? 'de' : 'en';
  const id = `${language} ${key}`;
  const found = known.get(id) ?? read(language, key);
  known.set(id, found);
  return found;
}

export const isBuiltIn = (key: string): key is BuiltInKey => (BUILT_IN as readonly string[]).includes(key);
