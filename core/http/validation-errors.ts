// Turns joi failures into the two validation shapes of contract 2, and looks for text that no field may hold.
import type { Request } from '@hapi/hapi';
import type Joi from 'joi';
import { BLOCK_LEVELS, JSON_LEVELS } from './nesting-limits.ts';
import { type FieldError, Problem, type ValidationDetail } from './problem.ts';

export type RequestPart = 'path' | 'query' | 'body' | 'header';

const types: Record<string, string> = {
  'any.required': 'missing',
  'any.only': 'literal_error',
  'object.unknown': 'extra_forbidden',
  'object.base': 'dict_type',
  'array.base': 'list_type',
  'array.max': 'too_long',
  'array.min': 'too_short',
  'string.base': 'string_type',
  'string.max': 'string_too_long',
  'string.min': 'string_too_short',
  'string.empty': 'string_too_short',
  'string.pattern.base': 'string_pattern_mismatch',
  'string.isoDate': 'datetime_parsing',
  'number.integer': 'int_from_float',
  'number.min': 'greater_than_equal',
  'number.max': 'less_than_equal',
  'number.unsafe': 'less_than_equal',
  'number.infinity': 'finite_number',
  'boolean.base': 'bool_parsing',
};

const secret = /password|token|secret|(^|_)code$|passkey/i;
const INPUT_MAX = 200;

const isAbsent = ({ type, path, context }: Joi.ValidationErrorItem): boolean =>
  type === 'object.base' && !path.length && context?.value === null;

const typeOf = (part: RequestPart, fault: Joi.ValidationErrorItem): string => {
  // A body that is not there at all arrives as null.
  if (isAbsent(fault)) return 'missing';
  if (fault.type === 'number.base') return part === 'body' ? 'int_type' : 'int_parsing';
  return types[fault.type] ?? 'value_error';
};

/** What the client sent at this place, before any conversion. */
const sentAt = (sent: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | null | undefined)?.[key], sent);

function shown(fault: Joi.ValidationErrorItem, sent: unknown): { input?: unknown } {
  const names = fault.path.map(String);
  if (fault.type === 'any.required' || isAbsent(fault) || names.some((name) => secret.test(name))) return {};
  const value = sent === undefined ? fault.context?.value : sentAt(sent, fault.path);
  if (typeof value === 'object' && value !== null) return {};
  return { input: typeof value === 'string' ? value.slice(0, INPUT_MAX) : value };
}

/** What a rule of ours threw is the reason itself. */
export const validationReason = ({ type, message, context }: Joi.ValidationErrorItem): string =>
  type === 'any.custom' && context ? (context.error as Error).message : message;

/** One joi error as validation details, the first fault of each field; `part` says where in the request it was found. */
export function validationDetails(part: RequestPart, error: Joi.ValidationError): ValidationDetail[] {
  const first = new Map<string, Joi.ValidationErrorItem>();
  for (const fault of error.details) if (!first.has(fault.path.join('/'))) first.set(fault.path.join('/'), fault);
  return [...first.values()].map((fault) => ({
    loc: [part, ...fault.path],
    msg: isAbsent(fault) ? 'is required' : validationReason(fault).replace(/^"[^"]*" /, ''),
    type: typeOf(part, fault),
    ...shown(fault, error._original),
  }));
}

export const validationProblem = (found: ValidationDetail[]): Problem =>
  new Problem('validation_failed', 'The request does not fit what this operation takes.', { validation: found });

/** The same faults as v2 shows them. */
export function fieldErrors(found: ValidationDetail[]): FieldError[] {
  return found.map(({ loc, msg }) => {
    const [part, ...path] = loc;
    if (part !== 'body') return { detail: msg, parameter: String(path[0] ?? part) };
    const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    return { detail: msg, pointer };
  });
}

/**
 * Input that came by no request, held to the schema of the one that takes the same; what is undefined is not given.
 * @throws Problem validation_failed naming each field and its rule
 */
export function validateInput<T extends object>(schema: Joi.ObjectSchema, input: T): T {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;
  const { error } = schema.validate(given, { abortEarly: false, convert: false });
  const found = [...inspect('body', given), ...(error ? validationDetails('body', error) : [])];
  if (found.length) throw validationProblem(found);
  return given;
}

// U+0000 cannot be stored by PostgreSQL, lone surrogates cannot be written as UTF-8.
const badText = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** A place that is looked at, and the one that it lies in: how to get there is written down for what is at fault only. */
interface Visited {
  value: unknown;
  key: string | number;
  above: Visited | undefined;
  depth: number;
}

function locOf(at: Visited): (string | number)[] {
  const loc: (string | number)[] = [];
  for (let place: Visited | undefined = at; place; place = place.above) loc.unshift(place.key);
  return loc;
}

/**
 * Looks through a parsed body, query or path for nesting above 100 and text that no engine can keep.
 * Works without recursion, so that depth itself cannot hurt.
 */
export function inspect(part: RequestPart, value: unknown): ValidationDetail[] {
  const found: ValidationDetail[] = [];
  const stack: Visited[] = [{ value, key: part, above: undefined, depth: 1 }];
  while (stack.length && found.length < 20) {
    const at = stack.pop() as Visited;
    const item = at.value;
    if (typeof item === 'string') {
      if (badText(item)) {
        const msg = 'holds U+0000 or an unpaired surrogate';
        found.push({ loc: locOf(at), msg, type: 'string_unicode' });
      }
    } else if (typeof item === 'object' && item !== null && !Buffer.isBuffer(item) && !isStream(item)) {
      if (at.depth > JSON_LEVELS) {
        const loc = locOf(at);
        return [{ loc: loc.slice(0, 3), msg: tooDeep(loc), type: 'recursion_loop' }];
      }
      visitInside(at, item as Record<string | number, unknown>, { stack, found });
    }
  }
  return found;
}

function visitInside(
  above: Visited,
  item: Record<string | number, unknown>,
  { stack, found }: { stack: Visited[]; found: ValidationDetail[] },
): void {
  const depth = above.depth + 1;
  const visit = (key: string | number): void => {
    const value = item[key];
    if (typeof value === 'string' || (typeof value === 'object' && value !== null))
      stack.push({ value, key, above, depth });
  };
  if (Array.isArray(item)) {
    for (let at = 0; at < item.length; at += 1) visit(at);
    return;
  }
  for (const key of Object.keys(item)) {
    if (badText(key)) found.push({ loc: locOf(above), msg: 'has a key that cannot be stored', type: 'string_unicode' });
    visit(key);
  }
}

const PLAIN = /^-?(0|[1-9]\d*)$/;

interface Keyed {
  $_terms: { keys?: { key: string; schema: Joi.Schema & { $_getRule(name: string): unknown } }[] };
}

/** Whole numbers of path and query are plain decimals: joi would also take 1e3, 1.0 and one between blanks. */
export function inspectNumbers({ route, params, query }: Request): ValidationDetail[] {
  const { validate, app } = route.settings;
  const isPage = (app as { rules?: { html?: boolean } } | undefined)?.rules?.html;
  const sent = { params, ...(isPage ? {} : { query }) } as Record<'params' | 'query', Record<string, unknown>>;
  return (Object.keys(sent) as ('params' | 'query')[]).flatMap((place) => {
    const keys = (validate?.[place] as unknown as Keyed | undefined)?.$_terms?.keys ?? [];
    return keys
      .filter(({ key, schema }) => schema.type === 'number' && schema.$_getRule('integer') && isOdd(sent[place][key]))
      .map(({ key }) => ({
        loc: [place === 'params' ? 'path' : place, key],
        msg: 'must be a whole number in plain decimals',
        type: 'int_parsing',
        input: String(sent[place][key]).slice(0, INPUT_MAX),
      }));
  });
}

const isOdd = (value: unknown): boolean =>
  typeof value === 'string' && Number.isFinite(Number(value)) && !PLAIN.test(value);

const tooDeep = (loc: (string | number)[]): string =>
  loc.includes('children')
    ? `is nested too deeply: blocks nest at most ${BLOCK_LEVELS} deep, JSON ${JSON_LEVELS} levels of lists and objects`
    : `is nested deeper than ${JSON_LEVELS} levels`;

const isStream = (item: object): boolean => 'pipe' in item && typeof item.pipe === 'function';
