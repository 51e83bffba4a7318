// The login page with its two tabs, and how a refused form comes back to it with a reason beside the field.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { settingOf } from '../../../core/boot/stored-settings.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
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

async function page(request: Request, h: ResponseToolkit, view: LoginView): Promise<ResponseObject> {
  const values = view.values ?? {};
  const { app, locale } = request.ctx;
  return h.view('auth/login', {
    title: app.messages.text(locale, `auth.${view.tab}.title`),
    tab: view.tab,
    next: view.next ?? '',
    invitation: view.invitation ?? values.invitation ?? '',
    message: view.message ?? '',
    values,
    faults: view.faults ?? {},
    registration: await settingOf(request.ctx, 'REGISTRATION'),
    least: leastLength(app.settings.PASSWORD_POLICY),
  });
}

const refused =
  (tab: LoginView['tab']): ShowAgain =>
  async (request, h, { message, faults, typed }) =>
    page(request, h, { tab, next: safeNext(typed.next), values: typed, message, faults });

export const login = { page, refused };
