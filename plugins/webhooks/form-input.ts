// The form of a hook: what people type and tick, and what becomes of it.
import Joi from 'joi';
import { invalid, Problem } from '../../core/http/problem.ts';
import { csrf, name } from '../../core/http/schema-fields.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { databases, filterSchema } from '../databases/contract.ts';
import { pagePolicies } from '../pages/contract.ts';
import { EVENT_NAMES } from './event-catalog.ts';
import type { WebhookInput } from './service.ts';
import { SILENT, type WebhookRow } from './store.ts';
import { headersSchema, urlSchema } from './target.ts';

const empty = (schema: Joi.Schema) => schema.empty('');

const events = Joi.array()
  .items(Joi.valid(...EVENT_NAMES))
  .single();

export const newHookForm = {
  csrf,
  name: empty(name()),
  url: urlSchema.required(),
  events: events.min(1).default(['*']),
  database: Joi.string().allow('').max(2000).default(''),
  filter: Joi.string().allow('').max(16_384).default(''),
  headers: Joi.string().allow('').max(12_000).default(''),
  drop_headers: Joi.valid('yes'),
  payload: Joi.valid('thin', 'full').default('thin'),
  signing: Joi.valid('hmac', 'ed25519').default('hmac'),
  include_imports: Joi.valid('yes'),
};

/** Of one that there is: nothing ticked is what `changedInput` judges. */
export const hookForm = { ...newHookForm, events: events.default([]) };

export interface HookForm {
  name?: string;
  url: string;
  events: string[];
  database: string;
  filter: string;
  headers: string;
  drop_headers?: 'yes';
  payload: 'thin' | 'full';
  signing: 'hmac' | 'ed25519';
  include_imports?: 'yes';
}

/** @throws Problem validation_failed naming the field */
function checked<T>(schema: Joi.Schema, value: unknown, field: string): T {
  const { error, value: read } = schema.validate(value, { errors: { label: false } });
  if (error) throw invalid(['body', field], error.message);
  return read;
}

/** Lines such as `x-team: docs`. */
function headersOf(text: string): Record<string, string> | undefined {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim());
  if (!lines.length) return undefined;
  const pairs = lines.map((line) => {
    const at = line.indexOf(':');
    if (at < 1) throw invalid(['body', 'headers'], 'must be lines such as x-team: docs');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  return checked(headersSchema, Object.fromEntries(pairs), 'headers');
}

function filterOf(text: string): WebhookInput['filter'] {
  if (!text.trim()) return null;
  try {
    return checked(filterSchema, JSON.parse(text), 'filter');
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid(['body', 'filter'], 'must be JSON such as {"property_id": "Status", "op": "eq", "value": "Done"}');
  }
}

/** By the address of its page, or the number of that. */
async function databaseOf(ctx: Ctx, text: string): Promise<number | null> {
  if (!text.trim()) return null;
  const refused = () => invalid(['body', 'database'], 'must be the address of a database');
  const page = Number(/(?:\/pages\/|^)([1-9]\d{0,9})(?:[/?#].*)?$/.exec(text.trim())?.[1]);
  if (!page || !(await ctx.app.access.allows(ctx, pagePolicies.view, page))) throw refused();
  const collection = await ctx.use(databases).ofPage(ctx, page);
  if (collection?.page_id !== page) throw refused();
  return collection.id;
}

/** @throws Problem validation_failed */
export async function webhookInputOf(ctx: Ctx, form: HookForm): Promise<WebhookInput> {
  const headers = form.drop_headers ? {} : headersOf(form.headers);
  return {
    ...(form.name === undefined ? {} : { name: form.name }),
    ...(headers && { headers }),
    url: form.url,
    events: form.events,
    collection_id: await databaseOf(ctx, form.database),
    filter: filterOf(form.filter),
    payload: form.payload,
    signing: form.signing,
    include_imports: form.include_imports === 'yes',
  };
}

/** The same of a hook that there is: only one that listens to nothing goes on so. @throws Problem validation_failed */
export async function changedInput(ctx: Ctx, form: HookForm, hook: WebhookRow): Promise<WebhookInput> {
  if (!form.events.length && hook.events !== SILENT) throw invalid(['body', 'events'], 'must be ticked at least once');
  return webhookInputOf(ctx, form);
}
