// Forgotten passwords: the form that asks for a link, and the form behind that link.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { knownEmail } from '../../../core/http/schema-fields.ts';
import { formAnswer } from '../form-redirect.ts';
import { leastLength, PASSWORD_MAX } from '../passwords/password.ts';
import { requestReset, resetPassword } from '../passwords/recovery.ts';
import { admit } from '../sessions/sign-in.ts';

const forgetful = { public: true as const, because: 'people who forgot their password cannot sign in' };
const byLink = { public: true as const, because: 'the link of the mail is the proof' };
const csrf = Joi.string().allow('');
const secret = () => Joi.string().max(200);

type View = Partial<Pick<Refusal, 'message' | 'faults' | 'typed'>>;

function forgotPage({ ctx }: Request, h: ResponseToolkit, sent: boolean, view: View = {}) {
  const { message = '', faults = {}, typed = {} } = view;
  const title = ctx.app.messages.text(ctx.locale, 'auth.forgot.title');
  return h.view('auth/forgot', { title, sent, message, faults, values: typed });
}

function resetPage({ ctx }: Request, h: ResponseToolkit, token: string, { message = '', faults = {} }: View = {}) {
  const title = ctx.app.messages.text(ctx.locale, 'auth.reset.title');
  const least = leastLength(ctx.app.settings.PASSWORD_POLICY);
  // The address and the form hold a secret: no cache keeps them.
  return h.view('auth/reset', { title, token, message, faults, least }).header('cache-control', 'no-store');
}

const askAgain: ShowAgain = async (request, h, refusal) => forgotPage(request, h, false, refusal);
const setAgain: ShowAgain = async (request, h, refusal) => resetPage(request, h, refusal.typed.token ?? '', refusal);

export const recoveryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/forgot',
    rules: { access: forgetful, html: true },
    options: { id: 'auth.forgot-page', validate: { query: Joi.object({ sent: Joi.valid('1') }) } },
    handler: (request: Request, h) => forgotPage(request, h, request.query.sent === '1'),
  }),
  route({
    method: 'POST',
    path: '/auth/forgot',
    rules: { access: forgetful, form: true, refused: askAgain },
    options: {
      id: 'auth.forgot',
      description: 'Ask for a link to set a new password; always answers 200',
      validate: { payload: Joi.object({ email: knownEmail().required(), csrf }) },
    },
    handler: async (request, h) => {
      await admit(request.ctx, undefined);
      await requestReset(request.ctx, (request.payload as { email: string }).email);
      return formAnswer(request, h, { ok: true }, '/auth/forgot?sent=1');
    },
  }),
  route({
    method: 'GET',
    path: '/auth/reset',
    rules: { access: byLink, html: true },
    options: { id: 'auth.reset-page', validate: { query: Joi.object({ token: secret().allow('') }) } },
    handler: (request, h) => resetPage(request, h, String(request.query.token ?? '')),
  }),
  route({
    method: 'POST',
    path: '/auth/reset',
    rules: { access: byLink, form: true, refused: setAgain },
    options: {
      id: 'auth.reset',
      description: 'Set a new password with the token of the mail',
      validate: {
        payload: Joi.object({
          token: secret().required(),
          password: Joi.string()
            .max(PASSWORD_MAX * 4)
            .required(),
          csrf,
        }),
      },
    },
    handler: async (request, h) => {
      const { token, password: fresh } = request.payload as { token: string; password: string };
      await admit(request.ctx, undefined);
      await resetPassword(request.ctx, token, fresh);
      return formAnswer(request, h, { ok: true }, '/auth/login?provider=local');
    },
  }),
];
