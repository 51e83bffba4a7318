// What a base says: which notes it shows, by which views, and under which names it shows their properties.
import { parse } from 'yaml';
import { type Expression, ExpressionFault, readExpression } from './expression.ts';

/** Conditions nested by and, or and not; `unread` is one that this reader does not understand, as it is written. */
export type BaseCondition =
  | { all: BaseCondition[] }
  | { any: BaseCondition[] }
  | { none: BaseCondition[] }
  | { said: Expression; text: string }
  | { unread: string };

export interface BaseView {
  name: string;
  /** table, cards, list, map, or what other programs add */
  type: string;
  filter?: BaseCondition;
  /** properties in the order of the columns, as the base names them */
  order: string[];
  sort: { property: string; direction: 'asc' | 'desc' }[];
  group?: string;
  /** notes it shows at most */
  limit?: number;
}

export interface Base {
  filter?: BaseCondition;
  /** name → what it is computed by */
  formulas: Record<string, string>;
  /** property as the base names it → the name that is shown */
  names: Record<string, string>;
  views: BaseView[];
}

type Said = Record<string, unknown>;

const LENGTH_MAX = 262_144;
const DEPTH_MAX = 10;
const VIEWS_MAX = 50;
const CONDITIONS_MAX = 200;

const isMap = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapOf = (value: unknown): Said => (isMap(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** @throws Error whose message ends a sentence, when it is no base */
export function readBase(text: string): Base {
  if (text.length > LENGTH_MAX) throw new Error('it is longer than 256 KiB');
  const options = { maxAliasCount: 50, schema: 'core', prettyErrors: false, logLevel: 'error' } as const;
  const said = parse(text, options) as unknown;
  if (said !== null && !isMap(said)) throw new Error('it is not a list of names and values');
  const { filters, formulas, properties, views } = mapOf(said);
  const filter = conditionOf(filters);
  const names = Object.entries(mapOf(properties)).flatMap(([property, about]) => {
    const name = textOf(mapOf(about).displayName);
    return name ? [[property.replace(/^note\./, ''), name]] : [];
  });
  return {
    ...(filter && { filter }),
    formulas: Object.fromEntries(Object.entries(mapOf(formulas)).map(([name, formula]) => [name, textOf(formula)])),
    names: Object.fromEntries(names),
    views: listOf(views).filter(isMap).slice(0, VIEWS_MAX).map(viewOf),
  };
}

function viewOf(view: Said, index: number): BaseView {
  const filter = conditionOf(view.filters);
  const group = basePropertyName(isMap(view.groupBy) ? view.groupBy.property : view.groupBy);
  const limit = Number(view.limit);
  return {
    name: textOf(view.name) || String(index + 1),
    type: textOf(view.type) || 'table',
    ...(filter && { filter }),
    order: listOf(view.order).map(basePropertyName).filter(Boolean),
    sort: listOf(view.sort).flatMap((one) => {
      const { property, column, direction } = mapOf(one);
      const named = basePropertyName(property ?? column);
      return named ? [{ property: named, direction: /^desc/i.test(textOf(direction)) ? 'desc' : 'asc' }] : [];
    }),
    ...(group && { group }),
    ...(Number.isInteger(limit) && limit > 0 && { limit }),
  };
}

/** Properties of notes are named with and without `note.`. */
export const basePropertyName = (name: unknown): string => textOf(name).replace(/^note\./, '');

function conditionOf(said: unknown, depth = 0, budget = { left: CONDITIONS_MAX }): BaseCondition | undefined {
  if (said === undefined || said === null || said === '') return undefined;
  if (--budget.left < 0 || depth > DEPTH_MAX) return { unread: '…' };
  if (typeof said === 'string') return leafOf(said);
  if (!isMap(said)) return { unread: JSON.stringify(said) };
  const parts = Object.entries(said).map(([key, list]): BaseCondition => {
    const inner = listOf(list).flatMap((one) => conditionOf(one, depth + 1, budget) ?? []);
    if (key === 'and') return { all: inner };
    if (key === 'or') return { any: inner };
    return key === 'not' ? { none: inner } : { unread: `${key}: ${JSON.stringify(list)}` };
  });
  return parts.length === 1 ? parts[0] : { all: parts };
}

function leafOf(text: string): BaseCondition {
  try {
    return { said: readExpression(text), text };
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    return { unread: text };
  }
}

/** As a person reads it. */
export function conditionText(condition: BaseCondition): string {
  if ('unread' in condition) return condition.unread;
  if ('said' in condition) return condition.text;
  const [list, word] =
    'all' in condition
      ? [condition.all, ' && ']
      : 'any' in condition
        ? [condition.any, ' || ']
        : [condition.none, ' || '];
  const inner = list.map((one) => ('said' in one || 'unread' in one ? conditionText(one) : `(${conditionText(one)})`));
  return 'none' in condition ? `!(${inner.join(word)})` : inner.join(word);
}
