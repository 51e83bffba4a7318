// Points in time as pages show them to a person: in their time zone, UTC for those who chose none.
import type { Ctx } from './context.ts';

/** `at` is ISO 8601; the text is British English, e.g. "20 Nov 2026, 10:04". */
export function momentText(ctx: Ctx, at: string): string {
  const timeZone = (ctx.actor.type === 'user' && ctx.actor.timezone) || 'UTC';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));
}
