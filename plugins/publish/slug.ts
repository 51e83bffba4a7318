// Addresses of published pages: words that people can say, never a number, and none that looks like a part of the service.
import Joi from 'joi';
import { fold } from '../../core/i18n/text-normalization.ts';

const MAX = 80;

/** First parts of addresses of the service, and words that strangers would take for its own. */
const RESERVED = new Set([
  ...['api', 'auth', 'static', 'p', 'pages', 'p-api', 'db', 'ws', 'admin', 'docs', 'redoc', 'render', 'health'],
  ...['login', 'logout', 'register', 'account', 'accounts', 'settings', 'workspace', 'workspaces', 'library'],
  ...['trash', 'help', 'search', 'import', 'export', 'welcome', 'extensions', 'invite', 'shared', 'files', 'feed'],
  ...['sitemap', 'robots', 'metrics', 'mcp', 'problems', 'new', 'edit', 'null', 'undefined', 'commonplace', 'www'],
]);

/** Why a slug is refused, or undefined. */
export function slugFault(slug: string): string | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
    return 'must have only small letters, digits and single hyphens between them';
  if (slug.length > MAX) return `has at most ${MAX} characters`;
  if (/^[\d-]+$/.test(slug)) return 'must hold a letter';
  return RESERVED.has(slug) ? 'is kept for the service itself' : undefined;
}

export const slugSchema = () =>
  Joi.string().custom((value: string, helpers) => {
    const fault = slugFault(value);
    return fault ? helpers.message({ custom: fault }) : value;
  });

/** What a title makes, for who does not choose. */
export function slugOf(title: string): string {
  const words = fold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const slug = words || 'page';
  return slugFault(slug) ? `page-${slug}` : slug;
}
