// The settings of one's own account as a page of forms, and how a refused form comes back with its reason.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { userOf } from '../../core/context.ts';
import type { ShowAgain } from '../../core/form.ts';
import { momentText } from '../../core/moment.ts';
import { presentToken, presentUser } from './present.ts';
import { listSessions } from './sessions.ts';
import { tokens, type UserRow, users } from './store.ts';

export type Section = 'profile' | 'email' | 'password' | 'avatar' | 'color' | 'tokens' | 'sessions';

/** What a page says after a form of this name went well. */
const done: Record<string, string> = {
  profile: 'Your profile is saved.',
  email: 'Your e-mail address is changed.',
  password: 'Your password is changed; all other sessions are signed out.',
  avatar: 'Your picture is changed.',
  color: 'Your colour is changed.',
  token: 'The token is revoked.',
  session: 'The session is signed out.',
  confirmed: 'Your password is confirmed. You can go on for 10 minutes.',
};

export interface SettingsView {
  section?: Section;
  values?: Record<string, unknown>;
  /** reasons by field of the section */
  faults?: Record<string, string>;
  message?: string;
  /** a token just made, to be shown this once */
  secret?: string;
}

async function accessOf(request: Request) {
  const { ctx } = request;
  const at = (moment: string | null) => (moment ? momentText(ctx, moment) : '');
  const [sessions, own] = await Promise.all([listSessions(ctx), tokens.of(ctx, userOf(ctx).id)]);
  return {
    sessions: sessions.map((one) => ({ ...one, seen: at(one.last_seen_at), since: at(one.created_at) })),
    tokens: own
      .map(presentToken)
      .filter(({ revoked }) => !revoked)
      .map((one) => ({ ...one, until: at(one.expires_at), used: at(one.last_used_at) })),
  };
}

function zones(current: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return !current || known.includes(current) ? known : [current, ...known];
}

async function page(request: Request, h: ResponseToolkit, view: SettingsView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const account = presentUser((await users.byId(ctx, userOf(ctx).id)) as UserRow);
  return h.view('auth/settings', {
    title: 'Account settings',
    breadcrumb: [{ title: 'Account', href: '/accounts' }, { title: 'Settings' }],
    account,
    zones: zones(account.timezone),
    section: view.section ?? '',
    values: view.values ?? {},
    faults: view.faults ?? {},
    message: view.message ?? '',
    secret: view.secret ?? '',
    done: view.section ? '' : (done[String(request.query.done ?? '')] ?? ''),
    ...(await accessOf(request)),
  });
}

/** Asks for the password before something that needs a fresh proof; `next` is where the person goes then. */
const confirm = (h: ResponseToolkit, view: { next: string; fault?: string }): ResponseObject =>
  h.view('auth/reauth', {
    title: 'Confirm your password',
    next: view.next,
    faults: view.fault ? { password: view.fault } : {},
  });

/** Brings a refused form back to its section, or asks for the password first where only that was missing. */
const again =
  (section: Section): ShowAgain =>
  async (request, h, { problem, message, faults, typed }) => {
    if (problem.code !== 'reauth_required') return page(request, h, { section, values: typed, faults, message });
    const { current_password: tried } = request.payload as { current_password?: string };
    if (!tried) return confirm(h, { next: `/accounts/settings?done=confirmed#${section}` });
    return page(request, h, { section, values: typed, faults: { current_password: 'is wrong' } });
  };

export const settingsPage = { page, confirm, again };
