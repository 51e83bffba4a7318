// Completes declared routes: strict validation by default, one body limit, faults kept for the step that answers in order.
import type { Request, ResponseToolkit, RouteRules } from '@hapi/hapi';
import Joi from 'joi';
import { EXTENSION_ORIGINS } from './csrf.ts';
import type { Route } from './route.ts';
import { type RequestPart, validationDetails } from './validation-errors.ts';

const MIB = 1024 * 1024;

/** hapi's defaults for all routes: JSON of at most 1 MiB, faults kept for the step that answers in order. */
export const routeDefaults = {
  payload: {
    maxBytes: MIB,
    allow: ['application/json'],
    multipart: false as const,
    // How slowly a body may come is decided for all of them alike, by connection-limits.
    timeout: false as const,
    failAction: keepPayloadError,
  },
  validate: { failAction: 'ignore' as const, options: { abortEarly: false } },
  security: false,
  // An empty file is a file: 204 would keep browsers from saving it.
  response: { failAction: 'error' as const, emptyStatusCode: 200 as const },
};

function keepPayloadError(request: Request, h: ResponseToolkit, error?: Error) {
  request.app.payloadError = error;
  return h.continue;
}

/** Completes a declared route: strict validation by default, JSON bodies without conversion, forms where allowed. */
export function prepareRoute(declared: Route): Route {
  const rules = declared.rules;
  const options = { ...(declared.options as object) } as Record<string, unknown> & {
    validate?: Record<string, unknown>;
  };
  const readsBody = ![declared.method].flat().some((method) => /^(get|head)$/i.test(String(method)));
  const given = (options.validate ?? {}) as Record<string, Joi.ObjectSchema | undefined>;
  const validate: Record<string, unknown> = { ...given };
  if (/\{/.test(declared.path) && !given.params) throw new Error(`route ${declared.path}: validate.params is missing`);
  for (const part of ['params', 'query', 'payload', 'headers'] as const) {
    const schema = given[part] ?? defaultSchema(part, rules, readsBody);
    if (!schema) continue;
    const strict = part === 'payload' && !rules.form ? { convert: false } : {};
    const lax = part === 'query' && rules.html ? { stripUnknown: true, allowUnknown: true } : {};
    validate[part] = Object.keys({ ...strict, ...lax }).length ? preferring(schema, { ...strict, ...lax }) : schema;
  }
  validate.failAction = collectFailures;
  options.validate = validate;
  if (rules.form && readsBody) {
    const payload = (options.payload ?? {}) as Record<string, unknown>;
    options.payload = { allow: ['application/json', 'application/x-www-form-urlencoded'], ...payload };
  }
  if (rules.devices) options.cors = extensionAccess;
  return { ...declared, options } as unknown as Route;
}

/** Browser extensions read the answers without any right on this site, by a credential of theirs and no cookie. */
const extensionAccess = {
  origin: EXTENSION_ORIGINS.map((beginning) => `${beginning}*`),
  additionalExposedHeaders: [
    ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    ...['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`),
  ],
};

/** Many routes share a schema, and each of them would make another one of it. */
const preferred = new WeakMap<Joi.Schema, Map<string, Joi.Schema>>();

function preferring(schema: Joi.Schema, preferences: Joi.ValidationOptions): Joi.Schema {
  const known = preferred.get(schema) ?? new Map<string, Joi.Schema>();
  preferred.set(schema, known);
  const key = Object.keys(preferences).join();
  const made = known.get(key) ?? schema.prefs(preferences);
  known.set(key, made);
  return made;
}

function defaultSchema(part: string, rules: RouteRules, readsBody: boolean): Joi.ObjectSchema | undefined {
  if (part === 'query') return empty;
  if (part === 'payload' && readsBody) return rules.form ? emptyForm : emptyBody;
  return undefined;
}

const empty = Joi.object({});
const emptyBody = Joi.object({}).allow(null) as Joi.ObjectSchema;
const emptyForm = Joi.object({ csrf: Joi.string() }).allow(null) as Joi.ObjectSchema;
const parts: Record<string, RequestPart> = { params: 'path', query: 'query', payload: 'body', headers: 'header' };

function collectFailures(request: Request, h: ResponseToolkit, error?: Error) {
  const {
    output,
    details: faults,
    _original: sent,
  } = error as unknown as {
    output: { payload: { validation: { source: string } } };
    details?: Joi.ValidationErrorItem[];
    _original?: unknown;
  };
  const part = parts[output.payload.validation.source] ?? 'body';
  const found = faults
    ? validationDetails(part, { details: faults, _original: sent } as Joi.ValidationError)
    : [{ loc: [part], msg: (error as Error).message, type: 'value_error' }];
  request.app.failures = [...(request.app.failures ?? []), ...found];
  return h.continue;
}
