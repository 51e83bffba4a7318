// Sign-ins at a provider that are for something else than coming in: to prove oneself again, to connect, to go on.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { safeNext } from '../../auth/contract.ts';
import { requireProvider } from '../configuration/configuration.ts';
import { CONTINUE, goOn, SSO_ACCOUNT_PAGE } from '../identity/purpose.ts';
import { refusing } from '../identity/refusals.ts';
import { countSignIn } from '../sign-in-limit.ts';

const member = { member: true as const };
const provider = () => params({ provider: Joi.valid('oidc', 'saml') });
const providerIn = (request: Request): 'oidc' | 'saml' => (request.params as { provider: 'oidc' | 'saml' }).provider;

/** Goes with the link on one's own page, so that no other site can connect an identity of its own. */
export const connectToken = ({ ctx }: Request): string =>
  ctx.app.csrf.tokenFor(`connect ${userOf(ctx).sessionId ?? ''}`);

export const purposeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/auth/sso/{provider}/reauth',
    rules: { access: member, html: true, early: true },
    options: {
      id: 'sso.reauth',
      validate: { params: provider(), query: Joi.object({ next: Joi.string().allow('').max(2000) }) },
    },
    handler: (request, h) =>
      refusing(request, h, providerIn(request), async () => {
        const { provider: found, stored } = await requireProvider(request.ctx, providerIn(request));
        const next = safeNext(request.query.next, '/accounts/settings');
        return found.begin(request, h, { purpose: 'reauth', next, tried: stored });
      }),
  }),
  route({
    method: 'GET',
    path: '/auth/sso/{provider}/connect',
    rules: { access: member, html: true },
    options: {
      id: 'sso.connect',
      validate: { params: provider(), query: Joi.object({ key: Joi.string().max(200) }) },
    },
    handler: (request, h) =>
      refusing(request, h, providerIn(request), async () => {
        if (!userOf(request.ctx).sessionId) throw notFound();
        if (request.query.key !== connectToken(request))
          throw new Problem('csrf_failed', 'The link is that of another session. Open the page again.');
        requireRecentAuthentication(request.ctx);
        const { provider: found, stored } = await requireProvider(request.ctx, providerIn(request));
        return found.begin(request, h, { purpose: 'connect', next: SSO_ACCOUNT_PAGE, tried: stored });
      }),
  }),
  route({
    method: 'GET',
    path: CONTINUE,
    rules: {
      access: { public: true, because: 'the transaction, its browser and its session are the proof' },
      html: true,
      early: true,
    },
    options: { id: 'sso.continue', validate: { query: Joi.object({ state: Joi.string().max(100).default('') }) } },
    handler: (request, h) =>
      refusing(request, h, 'oidc', async () => {
        countSignIn(request);
        return goOn(request, h, String(request.query.state));
      }),
  }),
];
