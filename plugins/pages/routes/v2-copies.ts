// Copies of pages in the public API: at once, or of many pages as a job that says how far it is and can be cancelled.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { versioned } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { cancelPageCopy } from '../copies/copy-request.ts';
import { type CopyJob, copyStore } from '../copies/copy-store.ts';
import { copyJobSchema, presentCopy, startedCopySchema } from '../copies/present-copy.ts';
import { pageCopyPolicies, pagePolicies } from '../policies.ts';
import { wholePage, wholePageSchema } from '../present.ts';
import { duplicatePage } from '../tree/duplicate.ts';
import { copyBody, copyOf } from './browser.ts';

const one = { params: params({ id: id() }) };

export const copyV2Routes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v2/pages/{id}/duplicate',
    rules: { access: can(pagePolicies.duplicate, 'id'), subtree: true },
    options: {
      id: 'pages.duplicate',
      description:
        'Copy a page with all below it: bodies, looks and attachments, without rights, lock and history; of more than 2,000 pages a job makes the copy',
      validate: { ...one, payload: copyBody },
      response: { schema: Joi.alternatives(wholePageSchema, startedCopySchema) },
    },
    handler: async (request, h) => {
      const copy = await duplicatePage(request.ctx, Number(request.params.id), copyOf(request));
      if ('job' in copy) return { ok: true, ...copy };
      return versioned(request, h, await wholePage(request.ctx, copy));
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/copies/{id}',
    rules: { access: can(pageCopyPolicies.view, 'id'), subtree: true },
    options: {
      id: 'copies.get',
      description: 'How far a copy of many pages is, for whoever began it; nobody sees the copy until it is whole',
      validate: one,
      response: { schema: copyJobSchema },
    },
    handler: (request) => presentCopy(loaded<CopyJob>(request, 'id')) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/copies/{id}/cancel',
    rules: { access: can(pageCopyPolicies.cancel, 'id'), subtree: true },
    options: {
      id: 'copies.cancel',
      description: 'Stop a copy of many pages; nothing of it is kept',
      validate: one,
      response: { schema: copyJobSchema },
    },
    handler: async (request) => {
      const { id: jobId } = loaded<CopyJob>(request, 'id');
      await cancelPageCopy(request.ctx, jobId);
      return presentCopy((await copyStore.byId(request.ctx, jobId)) as CopyJob) as never;
    },
  }),
];
