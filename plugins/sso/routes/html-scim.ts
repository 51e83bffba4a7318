// Tokens of directories in the tab of administrators: made and shown once, and ended.
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { signOnAdminPage } from '../admin-page.ts';
import { ADMIN_PAGE } from '../identity/trial.ts';
import { scimTokenName } from '../scim/commands.ts';
import { createScimToken, revokeScimToken } from '../scim/tokens.ts';

const again: ShowAgain = (request, h, { problem, message, faults, typed }) => {
  const { app, locale } = request.ctx;
  const text = problem.code === 'reauth_required' ? app.messages.text(locale, 'sso.admin.confirm') : message;
  return signOnAdminPage(request, h, { section: 'scim', values: typed, faults, message: text });
};

const rules = { html: true, form: true, refused: again } as const;

export const scimTokenRoutes: Route[] = [
  route({
    method: 'POST',
    path: `${ADMIN_PAGE}/scim-tokens`,
    rules: { access: { admin: true }, ...rules },
    options: {
      id: 'sso-pages.create-scim-token',
      validate: { payload: Joi.object({ csrf, name: scimTokenName.required() }) },
    },
    async handler(request, h) {
      requireRecentAuthentication(request.ctx);
      const { name } = request.payload as { name: string };
      const { token } = await createScimToken(request.ctx, name);
      return signOnAdminPage(request, h, { section: 'scim', scimToken: token });
    },
  }),
  route({
    method: 'POST',
    path: `${ADMIN_PAGE}/scim-tokens/{id}/revoke`,
    rules: { access: { admin: true, opaque: ['id'] }, ...rules },
    options: {
      id: 'sso-pages.revoke-scim-token',
      validate: { params: params({ id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    async handler({ ctx, params: named }, h) {
      requireRecentAuthentication(ctx);
      await revokeScimToken(ctx, Number(named.id));
      return h.redirect(`${ADMIN_PAGE}?done=scim_revoked#scim`).code(303);
    },
  }),
];
