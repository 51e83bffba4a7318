// The login page with its two tabs, and how a refused form comes back to it with a reason beside the field.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { Problem } from '../../core/problem.ts';
import { isForm } from './form.ts';

export interface LoginView {
  tab: 'login' | 'register';
  next?: string;
  invitation?: string;
  message?: string;
  values?: Record<string, unknown>;
  faults?: Record<string, string>;
}

function page(request: Request, h: ResponseToolkit, view: LoginView): ResponseObject {
  const { password: _, ...values } = view.values ?? {};
  return h.view('auth/login', {
    title: view.tab === 'login' ? 'Sign in' : 'Create an account',
    tab: view.tab,
    next: view.next ?? '',
    invitation: view.invitation ?? String(values.invitation ?? ''),
    message: view.message ?? '',
    values,
    faults: view.faults ?? {},
    registration: request.ctx.app.settings.REGISTRATION,
  });
}

/** A form gets its page back with what went wrong; other clients get the problem itself. */
function refused(request: Request, h: ResponseToolkit, error: unknown, view: LoginView): ResponseObject {
  if (!(error instanceof Problem) || !isForm(request)) throw error;
  const faults = Object.fromEntries((error.extra.validation ?? []).map(({ loc, msg }) => [String(loc.at(-1)), msg]));
  const message = error.extra.validation ? '' : error.message;
  const answer = page(request, h, { ...view, message, faults }).code(error.status);
  for (const [name, value] of Object.entries(error.extra.headers ?? {})) answer.header(name, value);
  return answer;
}

export const login = { page, refused };
