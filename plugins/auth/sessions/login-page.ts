// The login page with its two tabs, and how a refused form comes back to it with a reason beside the field.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { settingOf } from '../../../core/boot/stored-settings.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type LoginWay, loginPolicy, loginWays } from '../contract.ts';
import { safeNext } from '../form-redirect.ts';
import { leastLength } from '../passwords/password.ts';

export interface LoginView {
  tab: 'login' | 'register';
  next?: string;
  invitation?: string;
  message?: string;
  values?: Record<string, string>;
  faults?: Record<string, string>;
}

/** Providers that sign people in. */
export const waysIn = async (ctx: Ctx): Promise<LoginWay[]> =>
  (await Promise.all(ctx.app.contributions(loginWays).map((one) => one.list(ctx)))).flat();

/** Where a provider is set out to, and where the person comes in afterwards. */
export const providerLoginUrl = ({ login_url }: LoginWay, next: string): string =>
  `${login_url}${login_url.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

/** Sets out to a provider that begins at this page; nothing for one that does not. */
export async function beginAt(
  request: Request,
  h: ResponseToolkit,
  provider: string,
  next: string,
): Promise<ResponseObject | undefined> {
  for (const one of request.ctx.app.contributions(loginWays)) {
    const begun = await one.begin?.(request, h, provider, next);
    if (begun) return begun;
  }
  return undefined;
}

/** Whether they alone do. */
export async function isProvidersOnly(ctx: Ctx): Promise<boolean> {
  for (const policy of ctx.app.contributions(loginPolicy)) if (await policy.isExclusive(ctx)) return true;
  return false;
}

/** Words for the reason with which a provider sent somebody back here. */
export function explained(ctx: Ctx, reason: string, requestId?: string): string {
  const [words] = ctx.app.contributions(loginWays).flatMap((one) => one.explain(ctx, reason, requestId) ?? []);
  return words ?? '';
}

async function page(request: Request, h: ResponseToolkit, view: LoginView): Promise<ResponseObject> {
  const values = view.values ?? {};
  const { ctx } = request;
  const { app, locale } = ctx;
  return h.view('auth/login', {
    ways: (await waysIn(ctx)).map((way) => ({ name: way.name, href: providerLoginUrl(way, view.next || '/') })),
    exclusive: await isProvidersOnly(ctx),
    title: app.messages.text(locale, `auth.${view.tab}.title`),
    tab: view.tab,
    next: view.next ?? '',
    invitation: view.invitation ?? values.invitation ?? '',
    message: view.message ?? '',
    values,
    faults: view.faults ?? {},
    registration: (await isProvidersOnly(ctx)) ? 'closed' : await settingOf(ctx, 'REGISTRATION'),
    least: leastLength(app.settings.PASSWORD_POLICY),
  });
}

const refused =
  (tab: LoginView['tab']): ShowAgain =>
  async (request, h, { message, faults, typed }) =>
    page(request, h, { tab, next: safeNext(typed.next), values: typed, message, faults });

export const login = { page, refused };
