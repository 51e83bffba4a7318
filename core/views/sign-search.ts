// What plugins offer to the palette behind a sign, such as tags behind `#`.
import type { Ctx } from '../kernel/context.ts';
import { type Point, point } from '../kernel/plugin.ts';

/** One of what is found behind a sign: it leads somewhere, or has more behind it. */
export interface SignMatch {
  label: string;
  /** a second line; empty for none */
  note: string;
  /** name of an icon that is in use */
  icon: string;
  url?: string;
  /** what to ask for to list what belongs to it; begins with the sign */
  next?: string;
}

/** What the palette finds behind a sign, e.g. tags behind `#`. */
export interface SignSource {
  /** one character: no letter, digit, space, quote or bracket, and not `>`, which is that of commands */
  sign: string;
  /** what the actor may know of, best first; `query` stands behind the sign and may be empty */
  find(ctx: Ctx, query: string, limit: number): Promise<SignMatch[]>;
}

export const signSources: Point<SignSource> = point('core.signs');
