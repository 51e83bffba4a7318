// Signs in the texts of actions: each is put in once, and what is put in is never read again.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { RunSituation } from './situation.ts';

const SIGNS = /\{(title|today|actor|p(\d{1,10}))\}/g;

/** Ids of the properties that the texts within a value ask for. */
export const propertiesInTexts = (value: unknown): number[] =>
  [...(JSON.stringify(value) ?? '').matchAll(SIGNS)].flatMap(([, , id]) => (id ? [Number(id)] : []));

/** Whether something is put in before the value is used. */
export const hasSigns = (value: unknown): boolean => (JSON.stringify(value) ?? '').search(SIGNS) >= 0;

/** `{title}`, `{today}`, `{actor}` and `{p12}`; what is not known stays as it is written. */
export async function filledText(ctx: Ctx, situation: RunSituation, text: string): Promise<string> {
  const found = [...text.matchAll(SIGNS)];
  const values = await Promise.all(found.map(([sign, name, id]) => textFor(ctx, situation, sign, name, id)));
  return text.replace(SIGNS, () => values.shift() ?? '');
}

async function textFor(ctx: Ctx, situation: RunSituation, sign: string, name = '', id?: string): Promise<string> {
  if (name === 'title') return situation.page?.title ?? '';
  if (name === 'today') return ctx.now().slice(0, 10);
  if (name === 'actor') return situation.actorName(ctx);
  return (await situation.texts(ctx)).get(Number(id)) ?? sign;
}

/** All texts within a value, at any depth. */
export async function filledValue(ctx: Ctx, situation: RunSituation, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return filledText(ctx, situation, value);
  if (Array.isArray(value)) return Promise.all(value.map((one) => filledValue(ctx, situation, one)));
  return value;
}
