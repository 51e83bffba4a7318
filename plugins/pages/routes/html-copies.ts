// A copy of many pages as a page: how far it is, the way to it once it is whole, and a button that stops it.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { faultText } from '../../../core/http/localized-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { cancelPageCopy } from '../copies/copy-request.ts';
import type { CopyJob } from '../copies/copy-store.ts';
import { presentCopy } from '../copies/present-copy.ts';
import { pageCopyPolicies } from '../policies.ts';

const one = params({ id: id() });

export const copyPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/copies/{id}',
    rules: { access: can(pageCopyPolicies.view, 'id'), html: true },
    options: { id: 'copies.page', validate: { params: one } },
    handler: (request, h) => {
      const { messages } = request.ctx.app;
      const job = loaded<CopyJob>(request, 'id');
      const copy = presentCopy(job);
      const { title } = job;
      return h.view('pages/copy', {
        title,
        breadcrumb: [{ title }],
        copy,
        isOpen: copy.finished_at === null,
        error: copy.error && faultText(messages, request.ctx.locale, copy.error),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/copies/{id}/cancel',
    rules: { access: can(pageCopyPolicies.cancel, 'id'), html: true, form: true },
    options: { id: 'copies.cancel-by-form', validate: { params: one, payload: Joi.object({ csrf }).required() } },
    handler: async (request, h) => {
      // Whoever comes too late sees that it is whole.
      await cancelPageCopy(request.ctx, Number(request.params.id)).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
      return h.redirect(`/copies/${request.params.id}`).code(303);
    },
  }),
];
