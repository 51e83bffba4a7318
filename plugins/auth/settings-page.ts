// The settings of one's own account as a page of forms, and how a refused form comes back with its reason.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { ShowAgain } from '../../core/http/form-errors.ts';
import { freshSeconds } from '../../core/http/request-lifecycle.ts';
import { momentText } from '../../core/i18n/date-format.ts';
import type { Translate } from '../../core/i18n/messages.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { leastFor } from './accounts.ts';
import { loginWays } from './contract.ts';
import { asksForProof, wantedAddress } from './email-addresses.ts';
import { tokenPolicies } from './policies.ts';
import { colors, presentToken, presentUser } from './present.ts';
import { secondFactorWays } from './sessions/second-factor.ts';
import { listSessions } from './sessions/sessions.ts';
import { deviceText } from './sessions/user-agent.ts';
import { tokens, type UserRow, users } from './store.ts';

export const SETTINGS = '/accounts/settings';

/** The pages of the settings, by the ends of their addresses, with the forms that each has. */
export const SETTINGS_PAGES = {
  profile: ['profile', 'avatar'],
  appearance: ['appearance'],
  'sign-in': ['email', 'password'],
  tokens: ['tokens'],
  sessions: ['sessions'],
} as const;

type PageName = keyof typeof SETTINGS_PAGES;
export type Section = Exclude<(typeof SETTINGS_PAGES)[PageName][number], 'appearance'>;

/** Where a form stands. */
export function pageOf(section: Section): PageName {
  const found = Object.entries(SETTINGS_PAGES).find(([, parts]) => (parts as readonly string[]).includes(section));
  return (found?.[0] ?? 'profile') as PageName;
}

export const addressOf = (section: Section, done: string): string =>
  `${SETTINGS}/${pageOf(section)}?done=${done}#${section}`;

/** What was done, as the address says it after a form went well. */
const DONE = [
  ...['profile', 'email', 'asked', 'confirmed', 'kept', 'password', 'avatar', 'unset', 'color'],
  ...['token', 'session', 'sessions'],
];

export interface SettingsView {
  section?: Section;
  values?: Record<string, unknown>;
  /** reasons by field of the section */
  faults?: Record<string, string>;
  message?: string;
  /** a token just made, to be shown this once */
  secret?: string;
}

/** Titles of those of these pages that the person still sees. */
async function limitTitles(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const id of new Set(ids)) {
    if (!(await ctx.app.access.allows(ctx, tokenPolicies.limitTo, id))) continue;
    const page = await ctx.app.resource('page').load(ctx, id);
    if (page) found.set(id, (page.row as { title: string }).title);
  }
  return found;
}

async function accessOf(ctx: Ctx, t: Translate) {
  const at = (moment: string | null) => (moment ? momentText(ctx, moment) : '');
  const [sessions, own] = await Promise.all([listSessions(ctx), tokens.of(ctx, userOf(ctx).id)]);
  const titles = await limitTitles(
    ctx,
    own.flatMap(({ root_page_id }) => root_page_id ?? []),
  );
  return {
    sessions: sessions.map((one) => ({
      ...one,
      device: deviceText(t, one.user_agent),
      seen: at(one.last_seen_at),
      since: at(one.created_at),
    })),
    tokens: own
      .map(presentToken)
      .filter(({ revoked }) => !revoked)
      .map((one) => ({
        ...one,
        ...{ until: at(one.expires_at), used: at(one.last_used_at) },
        limit: one.root_page_id === null ? '' : titles.get(one.root_page_id) || t('auth.settings.tokens.some_page'),
      })),
  };
}

/** Which of the pages is shown: the one of the address, or that of a form which comes back. */
function headOf({ params }: Request, { section }: SettingsView, t: Translate) {
  const name = section ? pageOf(section) : (params.page as PageName | undefined);
  const title = t('auth.settings.title');
  const own = name && t(`auth.settings.page.${name}`);
  return {
    title: own ?? title,
    breadcrumb: own
      ? [{ title, href: SETTINGS }, { title: own }]
      : [{ title: t('auth.account.title'), href: '/accounts' }, { title }],
    settingsAt: name ? `${SETTINGS}/${name}` : SETTINGS,
    parts: SETTINGS_PAGES[name ?? 'profile'],
  };
}

async function page(request: Request, h: ResponseToolkit, view: SettingsView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const row = (await users.byId(ctx, userOf(ctx).id)) as UserRow;
  const account = presentUser(row);
  const what = String(request.query.done ?? '');
  return h.view('auth/settings', {
    ...headOf(request, view, t),
    account,
    pendingEmail: (await wantedAddress(ctx, row)) ?? '',
    confirmsByMail: asksForProof(ctx),
    palette: colors,
    drawn: account.avatar_url.includes('/initials-'),
    zones: Intl.supportedValuesOf('timeZone'),
    fresh: freshSeconds(ctx),
    least: await leastFor(ctx, account.id),
    section: view.section ?? '',
    values: view.values ?? {},
    faults: view.faults ?? {},
    message: view.message ?? '',
    secret: view.secret ?? '',
    done: !view.section && DONE.includes(what) ? t(`auth.done.${what}`) : '',
    ...(await accessOf(ctx, t)),
  });
}

/** The page that asks for the password, or what else proves the account; `next` is where the person goes then. */
async function confirm(
  request: Request,
  h: ResponseToolkit,
  view: { next: string; fault?: string },
): Promise<ResponseObject> {
  const { ctx } = request;
  const { app, locale } = ctx;
  const me = userOf(ctx).id;
  const proofs = await Promise.all(app.contributions(loginWays).map((one) => one.proofs(ctx, me, view.next)));
  return h.view('auth/reauth', {
    proofs: proofs.flat(),
    hasPassword: (await users.withPassword(ctx, [me])).length > 0,
    title: app.messages.text(locale, 'auth.reauth.title'),
    next: view.next,
    message: view.fault ?? '',
    ways: await secondFactorWays(ctx, me),
  });
}

/** Brings a refused form back to its section; where a proof was missing, that is asked for beside what was typed. */
const again =
  (section: Section): ShowAgain =>
  async (request, h, { problem, message, faults, typed }) => {
    if (problem.code !== 'reauth_required') return page(request, h, { section, values: typed, faults, message });
    const { app, locale } = request.ctx;
    const tried = (request.payload as { current_password?: string } | null)?.current_password;
    const fault = app.messages.text(locale, tried ? 'auth.is_wrong' : 'auth.is_needed');
    return page(request, h, { section, values: typed, faults: { current_password: fault } });
  };

export const settingsPage = { page, confirm, again };
