// Server-rendered pages: EJS through vision, with the few values that every page needs.
import type { Request, ResponseObject, Server } from '@hapi/hapi';
import vision from '@hapi/vision';
import { atLeast, roleSuffices } from '../access/access-control.ts';
import { type Preferences, preferencesOf } from '../http/preferences.ts';
import type { Role } from '../http/route.ts';
import { momentText } from '../i18n/date-format.ts';
import { formatNumber } from '../i18n/message-format.ts';
import { DEFAULT_LOCALE, directionOf, type Translate } from '../i18n/messages.ts';
import { type App, INTERFACE_VERSION } from '../kernel/app.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { type NavEntry, type Point, point, type SlotEntry } from '../kernel/plugin.ts';
import { escapeHtml } from './html-escape.ts';
import { templateEngine } from './template-engine.ts';

/** What links of the frame are about; a link that needs more than there is stays away. */
export interface NavSubject {
  workspaceId?: number;
  pageId?: number;
  /** of the page */
  kind?: string;
  /** whether the page is a row of a database */
  isRow?: boolean;
  /** of the reader: on the page, or without one in the workspace */
  role?: Role | null;
  /** in the workspace of the page */
  workspaceRole?: Role | null;
  /** somebody keeps the page from being changed by the reader */
  isLocked?: boolean;
}

/** An entry of a plugin, ready to be shown. */
export type NavLink = Pick<NavEntry, 'label' | 'href' | 'icon' | 'post' | 'action' | 'danger'> & {
  /** links whose orders begin with the same hundred belong together */
  group: number;
  /** it leads to what is shown, or to that which this belongs to */
  isCurrent: boolean;
};

/** What every template may use beside its own values. */
export interface PageContext {
  user: {
    id: number;
    full_name: string;
    login: string;
    email: string;
    is_admin: boolean;
    /** whether a mail waits to be answered that asks whether the address is theirs */
    is_unconfirmed: boolean;
    avatar_url: string;
    /** IANA name, empty for who chose none */
    timezone: string;
  } | null;
  /** words over every page: those of administrators, or that nothing can be changed now; and until when */
  announcement: { text: string; until: string } | null;
  /** value for the hidden field `csrf` of forms; empty without a session */
  csrf: string;
  asset(name: string): string;
  /** addresses of the shared pieces of a script, to be loaded with it */
  scriptPieces(name: string): string[];
  nav(slot: NavEntry['slot'], shown?: NavSubject): NavLink[];
  /** what plugins add in a place, with the values of the template around: one that fails is left out, and logged */
  slot(slot: SlotEntry['slot'], include: (template: string) => string): string;
  path: string;
  /** `alone`: without the frame around; `none`: without anything around */
  frame?: 'alone' | 'none';
  version: string;
  /** of the API, as the specification counts it */
  interfaceVersion: string;
  /** a message of the catalogue in the reader's language */
  t: Translate;
  /** a number as the reader's language writes it */
  number(value: number): string;
  dir: 'ltr' | 'rtl';
  /** an icon of the sprite as markup, decorative */
  icon(name: string): string;
  /** an island as markup (core/views/islands.ts); its script is loaded by the page that shows it */
  island(name: string, props: object): string;
  /** a piece of a page by all that it is made of: around every page a person sees the same frame */
  remembered(inputs: unknown[], make: () => string): string;
  preferences: Preferences;
  /** languages there are, each by its own name */
  locales: { tag: string; name: string }[];
}

/** Adds to the values of every page for people, e.g. the sidebar; runs once a page, after its handler. */
export const frameValues: Point<(request: Request) => Promise<Record<string, unknown>>> = point('views.frame');

/** Completes a page that is about to be rendered with what plugins add to the frame. */
export async function completeView(app: App, request: Request, response: ResponseObject): Promise<void> {
  // Who is not let in yet sees a page without its frame, which shows what they have not come to.
  if (String(response.variety) !== 'view' || request.app.barred) return;
  const source = response.source as unknown as { context: Record<string, unknown> | null };
  const added = await Promise.all(app.contributions(frameValues).map((add) => add(request)));
  source.context = Object.assign({}, ...added.reverse(), source.context);
}

/** A page that is shown without its frame; whatever is no page stays as it is. */
export function alone(response: ResponseObject): ResponseObject {
  if (String(response.variety) !== 'view') return response;
  const source = response.source as unknown as { context: Record<string, unknown> | null };
  source.context = { ...source.context, frame: 'alone' };
  return response;
}

export async function installViews(server: Server, app: App): Promise<void> {
  await server.register(vision);
  const cached = app.settings.NODE_ENV !== 'development';
  const folders = app.templateFolders.map(({ pathname }) => pathname);
  let known: Constants | undefined;
  const constants = () => {
    known ??= constantsOf(app);
    return known;
  };
  server.views({
    engines: { ejs: templateEngine(folders, cached) },
    path: folders,
    isCached: cached,
    layout: 'page',
    layoutPath: new URL('layouts', app.templates).pathname,
    layoutKeyword: 'content',
    context: (request: Request | null) => pageContext(app, constants(), request) as unknown as Record<string, unknown>,
  });
  if (cached) rememberPaths(server);
}

type FindTemplate = (template: string, settings: object, isLayout: boolean) => Promise<string>;

/** vision asks the disk twice for each page where its templates lie, in the threads that SQLite needs. */
function rememberPaths(server: Server): void {
  const { manager } = (server.realm.plugins as { vision: { manager: { _path: FindTemplate } } }).vision;
  const find = manager._path.bind(manager);
  const known = new Map<string, Promise<string>>();
  manager._path = (template, settings, isLayout) => {
    const key = `${isLayout} ${template}`;
    const path = known.get(key) ?? find(template, settings, isLayout);
    known.set(key, path);
    return path;
  };
}

/** For pages that nobody asked for, e.g. mails. */
const unchosen: Preferences = { locale: DEFAULT_LOCALE, theme: 'system', sidebarClosed: false, sidebarWidth: null };

function announcementOf(app: App, t: Translate, request: Request | null): PageContext['announcement'] {
  const { read_only, banner, until } = app.maintenance.state;
  if (!read_only && !banner) return null;
  const text = banner || t('core.maintenance');
  return { text, until: until && request ? t('core.maintenance.until', { at: momentText(request.ctx, until) }) : '' };
}

function pageContext(app: App, frame: Constants, request: Request | null): PageContext {
  const actor = request?.app.actor;
  const user = actor?.type === 'user' ? actor : undefined;
  const preferences = request ? preferencesOf(app, request) : unchosen;
  const { locale } = preferences;
  const t = app.messages.in(locale);
  const path = request?.path ?? '/';
  return {
    user: user
      ? {
          id: user.id,
          full_name: user.fullName,
          login: user.login,
          email: user.email,
          is_admin: user.isAdmin,
          is_unconfirmed: user.isUnconfirmed === true && app.settings.SMTP_URL !== '',
          avatar_url: user.avatarUrl ?? '',
          timezone: user.timezone,
        }
      : null,
    announcement: announcementOf(app, t, request),
    csrf: user?.sessionId ? app.csrf.tokenFor(user.sessionId) : '',
    asset: (name) => app.assets.url(name),
    scriptPieces: (name) => app.assets.pieces(name),
    nav: (slot, shown = {}) =>
      app.navigation(slot).flatMap((entry) => linkOf(entry, shown, { isAdmin: Boolean(user?.isAdmin), path, t }) ?? []),
    slot: (slot, include) =>
      app
        .slots(slot)
        .map((entry) => slotMarkup(app, entry, include))
        .join(''),
    path,
    frame: request?.app.barred ? 'alone' : undefined,
    version: app.version,
    interfaceVersion: INTERFACE_VERSION,
    t,
    number: (value) => formatNumber(locale, value),
    dir: directionOf(locale),
    icon: (name) => frame.icon(name),
    island: (name, props) => app.assets.islands.render(name, props, t),
    remembered: piecesOf(app),
    preferences,
    locales: frame.locales,
  };
}

function slotMarkup({ log }: App, { slot, template }: SlotEntry, include: (template: string) => string): string {
  try {
    return include(template);
  } catch (err) {
    log.error({ err, slot, template }, 'a template of a plugin failed; the page is shown without it');
    return '';
  }
}

/** in characters: a tree of a thousand pages takes half a million for each page that is shown */
const PIECES_MAX = 16_000_000;
const pieces = new WeakMap<App, LruCache<string>>();

function piecesOf(app: App): PageContext['remembered'] {
  const known = pieces.get(app) ?? new LruCache<string>(PIECES_MAX, ({ length }) => length);
  pieces.set(app, known);
  return (inputs, make) => known.getOrCreate(JSON.stringify(inputs), () => flat(make()));
}

/**
 * Text that a template has put together is a tree of its parts, which every page around it would walk again before it
 * is sent. Asking for a character makes it one run of characters.
 */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** By the rights that its routes ask for, as far as the frame knows them. */
function isOpenTo({ policy, role }: NavEntry, { isLocked, pageId, ...shown }: NavSubject): boolean {
  if (policy?.lock && isLocked) return false;
  const isOfWorkspace = policy?.resource === 'workspace' && pageId !== undefined;
  const own = (isOfWorkspace ? shown.workspaceRole : shown.role) ?? null;
  return (!policy || roleSuffices(own, policy)) && (!role || atLeast(own, role));
}

interface NavReader {
  isAdmin: boolean;
  /** of the page that is shown */
  path: string;
  t: Translate;
}

function linkOf(entry: NavEntry, shown: NavSubject, { isAdmin, path, t }: NavReader): NavLink | undefined {
  const { label, href, icon, post, action, danger, adminOnly, order } = entry;
  if ((adminOnly && !isAdmin) || !isOpenTo(entry, shown)) return undefined;
  const values: Record<string, number | undefined> = {
    workspace_id: shown.workspaceId,
    page_id: shown.pageId,
    database_page_id: shown.kind === 'collection' ? shown.pageId : undefined,
    movable_page_id: shown.isRow ? undefined : shown.pageId,
  };
  const filled = href.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  if (filled.includes('{')) return undefined;
  const group = Math.floor((order ?? 100) / 100);
  const { covers } = entry;
  const isCurrent = path === filled || (covers !== undefined && `${path}/`.startsWith(`${covers}/`));
  return { label: t(label), href: filled, icon, post, action, danger, group, isCurrent };
}

/** What is the same on every page, made with the first one: by then all plugins have added theirs. */
interface Constants {
  locales: PageContext['locales'];
  icon: PageContext['icon'];
}

function constantsOf(app: App): Constants {
  const icons = new Map<string, string>();
  const sprite = app.assets.url('icons.svg');
  return {
    locales: app.messages.locales.map((tag) => ({
      tag,
      name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag,
    })),
    icon: (name) => {
      const drawn = icons.get(name);
      if (drawn) return drawn;
      const markup = `<svg class="icon" aria-hidden="true"><use href="${sprite}#${escapeHtml(name)}"></use></svg>`;
      icons.set(name, markup);
      return markup;
    },
  };
}
