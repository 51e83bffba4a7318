// Points in time as pages show them to a person: in their time zone, UTC for those who chose none.
import type { Ctx } from './context.ts';

/** By time zone; kept, because making one costs more than all queries of a page. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** `at` is ISO 8601; the text is British English, e.g. "20 Nov 2026, 10:04". */
export function momentText(ctx: Ctx, at: string): string {
  const timeZone = (ctx.actor.type === 'user' && ctx.actor.timezone) || 'UTC';
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}
