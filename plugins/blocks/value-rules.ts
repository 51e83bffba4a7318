/** The rules one value in a block can be held to, shared by the list codec and the attributes of the editor's schema. */
import type { Json } from './block.ts';
import { isLinkAddress, isWebAddress } from './link-address.ts';

/** One key: `fault` answers what is wrong or null; a key is required, optional, or optional with a `fallback`. */
export interface ValueRule {
  presence: 'required' | 'optional' | 'fallback';
  fallback?: Json;
  fault(value: unknown): string | null;
}

/** The ten names of the palette; what they look like is the style sheet's business. */
export const PALETTE = ['default', 'gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'];

type Fault = ValueRule['fault'];

function required(fault: Fault): ValueRule {
  return { presence: 'required', fault };
}

/** The same rule for a key that may be absent. */
export function optionalRule(rule: ValueRule): ValueRule {
  return { presence: 'optional', fault: rule.fault };
}

/** The same rule for a key that is filled in when absent. */
export function fallbackRule(rule: ValueRule, value: Json): ValueRule {
  return { presence: 'fallback', fallback: value, fault: rule.fault };
}

/** What is wrong with a string as stored text (U+0000 and lone surrogates fit in neither database), or null. */
export function textFault(value: string): string | null {
  if (value.includes('\u0000')) return 'must not contain U+0000';
  return value.isWellFormed() ? null : 'must not contain a lone surrogate';
}

/** Text of any number of lines, at most `max` UTF-16 units. */
export function textRule(max = 1_000_000): ValueRule {
  return required((value) => {
    if (typeof value !== 'string') return 'must be a string';
    return value.length > max ? `must have at most ${max} characters` : textFault(value);
  });
}

/** The same rule for text that says something. */
export function filledRule(rule: ValueRule): ValueRule {
  return required((value) => rule.fault(value) ?? ((value as string).trim() ? null : 'must not be empty'));
}

/** Signs of the source of a block that is drawn from it: a formula, a diagram. */
export const SOURCE_MAX = 100_000;

/** Text on one line. */
export function lineRule(max = 2000): ValueRule {
  const rule = textRule(max);
  return required((value) => rule.fault(value) ?? (/[\r\n]/.test(value as string) ? 'must be one line' : null));
}

/** A string that one linear pattern describes. */
export function patternRule(shape: RegExp, message: string): ValueRule {
  return required((value) => (typeof value === 'string' && shape.test(value) ? null : message));
}

export function integerRule(min: number, max: number): ValueRule {
  return required((value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? null
      : `must be an integer from ${min} to ${max}`,
  );
}

/** The id of a row somewhere (int4). */
export const idRule = integerRule(1, 2_147_483_647);
export const flagRule = required((value) => (typeof value === 'boolean' ? null : 'must be true or false'));
export const colourRule = required((value) =>
  PALETTE.includes(value as string) ? null : `must be one of ${PALETTE.join(', ')}`,
);
export const linkRule = required((value) =>
  isLinkAddress(value) ? null : 'must be an http, https, mailto, tel or relative address',
);
export const addressRule = required((value) =>
  isWebAddress(value) ? null : 'must be an http, https or relative address of at most 2048 characters',
);

/** A calendar day, YYYY-MM-DD, that exists. */
export const dayRule = required((value) => {
  const exists =
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value);
  return exists ? null : 'must be a date as YYYY-MM-DD';
});

/** Shares or pixel widths of columns. */
export const widthsRule = required((value) =>
  Array.isArray(value) &&
  value.length <= 100 &&
  value.every((width) => typeof width === 'number' && width >= 0 && width <= 10_000)
    ? null
    : 'must be at most 100 numbers from 0 to 10000',
);

const JSON_DEPTH = 200;

/** Any JSON value of at most 200 levels whose strings can be stored. */
export const jsonRule = required((value) => {
  const stack: [unknown, number][] = [[value, 0]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [item, depth] = next;
    const fault = typeof item === 'string' ? textFault(item) : jsonFault(item, depth);
    if (fault) return fault;
    if (item === null || typeof item !== 'object') continue;
    for (const [key, inner] of Object.entries(item)) {
      const keyFault = textFault(key);
      if (keyFault) return keyFault;
      stack.push([inner, depth + 1]);
    }
  }
  return null;
});

function jsonFault(item: unknown, depth: number): string | null {
  if (depth > JSON_DEPTH) return `must have at most ${JSON_DEPTH} levels`;
  if (typeof item === 'number') return Number.isFinite(item) ? null : 'must be JSON';
  return typeof item === 'boolean' || (typeof item === 'object' && item !== undefined) ? null : 'must be JSON';
}

/** Which edges of a table are headings. */
export const tableHeaderRule = required((value) => {
  const keys = value !== null && typeof value === 'object' ? Object.entries(value) : null;
  const good = keys?.length === 2 && keys.every(([key, on]) => /^(row|column)$/.test(key) && typeof on === 'boolean');
  return good ? null : 'must be {"row": boolean, "column": boolean}';
});
