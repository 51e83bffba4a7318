// Markup that is escaped by the way it is made: only what this tag wrote itself goes into it as it is.
import { escapeHtml } from '../../../../core/views/html-escape.ts';

export class Markup {
  readonly html: string;

  /** Called by `markup` alone. */
  constructor(html: string) {
    this.html = html;
  }
}

type Part = Markup | string | number | Part[];

/** Coordinates need no more than two decimals. */
const written = (part: Part): string => {
  if (part instanceof Markup) return part.html;
  if (Array.isArray(part)) return part.map(written).join('');
  return typeof part === 'number' ? String(Math.round(part * 100) / 100 + 0) : escapeHtml(part.toWellFormed());
};

export const markup = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, at) => text + (at < parts.length ? written(parts[at] as Part) : '')).join(''));

export const nothing = new Markup('');
