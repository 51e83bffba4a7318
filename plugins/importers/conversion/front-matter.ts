// The YAML in front of a note: cut off, read with limits, and its usual keys understood.
import { parse } from 'yaml';

export interface FrontMatter {
  /** what follows the front matter, or the whole text when there is none */
  body: string;
  /** absent when there is none or it is no YAML */
  properties?: Record<string, unknown>;
  /** the YAML as written, when it could not be read */
  source?: string;
  /** why, as a sentence */
  problem?: string;
}

const FENCE = /^\ufeff?---[ \t]*\r?\n/;
const END = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
const PAIR = /^[^\n:]{1,100}:(?:\s|$)/;
/** Beyond it a front matter is text: nobody writes so many properties, and YAML is slow. */
const LENGTH_MAX = 262_144;

/** Splits a text; what cannot be read as YAML is handed back as it is. */
export function readFrontMatter(text: string): FrontMatter {
  const start = FENCE.exec(text)?.[0].length;
  if (start === undefined) return { body: text };
  const rest = text.slice(start);
  const end = END.exec(rest);
  // A line above the text is no front matter that lost its end.
  if (!end) return PAIR.test(rest) ? { body: text, problem: 'The front matter has no end.' } : { body: text };
  const source = rest.slice(0, end.index).replace(/\r\n/g, '\n').replace(/\n$/, '');
  const body = rest.slice(end.index + end[0].length);
  if (source.length > LENGTH_MAX) return { body, source, problem: 'The front matter is longer than 256 KiB.' };
  try {
    // The core schema leaves dates as text, and few aliases are allowed, because they multiply.
    const properties = parse(source, {
      maxAliasCount: 50,
      schema: 'core',
      prettyErrors: false,
      logLevel: 'error',
    }) as unknown;
    if (properties === null || properties === undefined) return { body, properties: {} };
    if (typeof properties === 'object' && !Array.isArray(properties) && isSound(properties))
      return { body, properties: properties as Record<string, unknown> };
    return { body, source, problem: 'The front matter is not a list of names and values.' };
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    return { body, source, problem: `The front matter is not valid YAML: ${line}` };
  }
}

/** A key that is a mapping itself (`{{date}}` without quotes) is a mistake that the parser lets through. */
function isSound(value: unknown, depth = 0): boolean {
  if (depth > 20) return false;
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, inner]) => !/^\{.*\}$/.test(key) && isSound(inner, depth + 1));
}

/** Values of a key that may hold a list, a comma list or one value. */
function listOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  return parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => String(part).trim())
    .filter(Boolean);
}

/** Tags of `tags` and `tag`; a text may separate them by commas or spaces. */
export function frontMatterTags(properties: Record<string, unknown>): string[] {
  const found = [properties.tags, properties.tag].flatMap((value) =>
    typeof value === 'string' ? value.split(/[\s,]+/) : listOf(value),
  );
  return [...new Set(found.map((tag) => tag.replace(/^#/, '')).filter(Boolean))];
}

export const aliasesOf = (properties: Record<string, unknown>): string[] => [
  ...new Set([...listOf(properties.aliases), ...listOf(properties.alias)]),
];

/** The first of the keys that holds a date, as ISO 8601. */
export function frontMatterDate(properties: Record<string, unknown>, keys: string[]): string | undefined {
  for (const key of keys) {
    const value = properties[key];
    const date = isoDate(typeof value === 'string' ? value : undefined);
    if (date) return date;
  }
  return undefined;
}

/** ISO 8601 of what `Date` reads, from 1970 to 9999; undefined for anything else. */
export function isoDate(value: string | undefined): string | undefined {
  const time = value && /\d{4}/.test(value) ? Date.parse(value) : Number.NaN;
  return time >= 0 && time < 253_402_300_800_000 ? new Date(time).toISOString() : undefined;
}
