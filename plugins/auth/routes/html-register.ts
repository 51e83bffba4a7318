// Registration and the pages around it; JSON for clients, forms that work without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { invitedAddress, registerAccount } from '../accounts.ts';
import { type NewAccount, throttle, type User } from '../contract.ts';
import { formAnswer } from '../form-redirect.ts';
import { accountBody } from '../schemas.ts';
import { login } from '../sessions/login-page.ts';
import { admit, letIn } from '../sessions/sign-in.ts';

const open = { public: true as const, because: 'people without an account register here' };

interface Body extends NewAccount {
  invitation?: string;
}

async function run(request: Request, values: Body): Promise<User> {
  const { ctx } = request;
  await admit(ctx, undefined);
  await ctx.use(throttle).take(ctx, [{ key: `register:ip:${ctx.address}`, limit: 10, seconds: 3600 }]);
  return registerAccount(ctx, { ...values, invitation: values.invitation || undefined });
}

function signIn(request: Request, h: ResponseToolkit, user: User) {
  return letIn(request, formAnswer(request, h, { ok: true, user }, '/welcome'), user.id);
}

export const registerRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/register',
    rules: { access: open, html: true },
    options: { id: 'auth.register-page', validate: { query: Joi.object({ invitation: Joi.string().max(200) }) } },
    handler: async (request, h) => {
      const invitation = String(request.query.invitation ?? '');
      const address = await invitedAddress(request.ctx, invitation);
      if (address) return login.page(request, h, { tab: 'register', invitation, values: { email: address } });
      const message = invitation
        ? request.ctx.app.messages.text(request.ctx.locale, 'auth.register.invitation_gone')
        : '';
      return login.page(request, h, { tab: 'register', message });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/register',
    rules: { access: open, form: true, refused: login.refused('register') },
    options: { id: 'auth.register', description: 'Register a local account', validate: { payload: accountBody } },
    handler: async (request, h) => {
      const { csrf: _, ...values } = request.payload as Body & { csrf?: string };
      return signIn(request, h, await run(request, values));
    },
  }),
];
