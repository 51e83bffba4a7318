// Shares of a page in the browser.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Page } from '../../pages/contract.ts';
import { revoke } from '../grants.ts';
import { findCandidates } from '../invitation-candidates.ts';
import { pageSharingPolicies } from '../policies.ts';
import { listShares, share } from '../shares.ts';
import { shareBody, shareOf } from './schemas.ts';

const path = { params: params({ page_id: id() }) };
const pageId = (request: Request): number => Number(request.params.page_id);

export const shareRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/share',
    rules: { access: can(pageSharingPolicies.grant, 'page_id') },
    options: {
      id: 'sharing.share',
      description: 'Share a page with a person, a group or an email address, or change the level',
      validate: { ...path, payload: shareBody },
    },
    handler: async (request) => ({ ok: true, ...(await share(request.ctx, pageId(request), ...shareOf(request))) }),
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/shares',
    rules: { access: can(pageSharingPolicies.listGrants, 'page_id') },
    options: { id: 'sharing.all', description: 'With whom a page is shared', validate: path },
    handler: async (request) => ({ shares: await listShares(request.ctx, pageId(request)) }),
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/sharing/candidates',
    rules: { access: can(pageSharingPolicies.findCandidates, 'page_id') },
    options: {
      id: 'sharing.candidates',
      description: 'Whom the page may be shared with: people and groups of the workspace, and an address from outside',
      validate: { ...path, query: Joi.object({ q: Joi.string().allow('').max(254).default('') }) },
    },
    handler: async (request) => ({
      candidates: await findCandidates(request.ctx, loaded<Page>(request, 'page_id'), String(request.query.q)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/pages/{page_id}/shares/{share_id}',
    rules: { access: can(pageSharingPolicies.revoke, 'page_id', { opaque: ['share_id'] }) },
    options: {
      id: 'sharing.unshare',
      description: 'End a share of a page',
      validate: { params: params({ page_id: id(), share_id: id() }) },
    },
    handler: async (request) => {
      await revoke(request.ctx, pageId(request), Number(request.params.share_id));
      return { ok: true };
    },
  }),
];
