// Server-rendered pages: EJS through vision, with the few values that every page needs.

import type { Request, ResponseObject, Server } from '@hapi/hapi';
import vision from '@hapi/vision';
import ejs from 'ejs';
import type { App } from './app.ts';
import { type NavEntry, type Point, point } from './plugin.ts';

/** What every template may use beside its own values. */
export interface PageContext {
  user: { id: number; full_name: string; login: string; is_admin: boolean } | null;
  /** value for the hidden field `csrf` of forms; empty without a session */
  csrf: string;
  asset(name: string): string;
  nav(slot: NavEntry['slot']): NavEntry[];
  path: string;
  version: string;
}

/** Adds to the values of every page for people, e.g. the sidebar; runs once a page, after its handler. */
export const frameValues: Point<(request: Request) => Promise<Record<string, unknown>>> = point('views.frame');

/** Completes a page that is about to be rendered with what plugins add to the frame. */
export async function completeView(app: App, request: Request, response: ResponseObject): Promise<void> {
  if (String(response.variety) !== 'view') return;
  const source = response.source as unknown as { context: Record<string, unknown> | null };
  for (const add of app.contributions(frameValues)) {
    source.context = { ...(await add(request)), ...source.context };
  }
}

export async function installViews(server: Server, app: App): Promise<void> {
  await server.register(vision);
  const cached = app.settings.NODE_ENV !== 'development';
  server.views({
    engines: { ejs },
    path: app.templates.pathname,
    isCached: cached,
    layout: 'page',
    layoutPath: new URL('layouts', app.templates).pathname,
    layoutKeyword: 'content',
    compileOptions: { root: app.templates.pathname, cache: cached },
    context: (request: Request | null) => pageContext(app, request) as unknown as Record<string, unknown>,
  });
}

function pageContext(app: App, request: Request | null): PageContext {
  const actor = request?.app.actor;
  const user = actor?.type === 'user' ? actor : undefined;
  return {
    user: user ? { id: user.id, full_name: user.fullName, login: user.login, is_admin: user.isAdmin } : null,
    csrf: user?.sessionId ? app.csrf.tokenFor(user.sessionId) : '',
    asset: (name) => app.assets.url(name),
    nav: (slot) => app.navigation(slot).filter((entry) => !entry.adminOnly || user?.isAdmin),
    path: request?.path ?? '/',
    version: app.version,
  };
}
