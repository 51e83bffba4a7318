// The login page with its two tabs, and how a refused form comes back to it with a reason beside the field.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { ShowAgain } from '../../core/form.ts';
import { safeNext } from './form.ts';

export interface LoginView {
  tab: 'login' | 'register';
  next?: string;
  invitation?: string;
  message?: string;
  values?: Record<string, string>;
  faults?: Record<string, string>;
}

function page(request: Request, h: ResponseToolkit, view: LoginView): ResponseObject {
  const values = view.values ?? {};
  return h.view('auth/login', {
    title: view.tab === 'login' ? 'Sign in' : 'Create an account',
    tab: view.tab,
    next: view.next ?? '',
    invitation: view.invitation ?? values.invitation ?? '',
    message: view.message ?? '',
    values,
    faults: view.faults ?? {},
    registration: request.ctx.app.settings.REGISTRATION,
  });
}

const refused =
  (tab: LoginView['tab']): ShowAgain =>
  async (request, h, { message, faults, typed }) =>
    page(request, h, { tab, next: safeNext(typed.next), values: typed, message, faults });

export const login = { page, refused };
