// What HTTP has to do with rooms: letting sockets in, saying what may be done, and updates too large for a socket.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { subjectOf } from '../../core/access.ts';
import { userOf } from '../../core/context.ts';
import { id, params } from '../../core/fields.ts';
import { invalid } from '../../core/problem.ts';
import { type Route, route } from '../../core/route.ts';
import { SCHEMA_VERSION } from '../pages/contract.ts';
import { rooms } from './contract.ts';
import { ensureDocument } from './documents.ts';
import { rightsOn } from './rights.ts';

const MIB16 = 16 * 1024 * 1024;
const path = params({ page_id: id() });
const pageId = (request: Request): number => Number(request.params.page_id);
const readers = { role: 'viewer', resource: 'page', param: 'page_id' } as const;

export const roomRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/_rt/pages/{page_id}',
    rules: { access: readers },
    options: { id: 'rooms.enter', isInternal: true, validate: { params: path } },
    handler: () => ({ ok: true }),
  }),
  route({
    method: 'GET',
    path: '/_rt/events',
    rules: { access: { member: true } },
    options: { id: 'rooms.listen', isInternal: true },
    handler: () => ({ ok: true }),
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/access',
    rules: { access: readers },
    options: {
      id: 'rooms.access',
      description:
        'What the caller may do with a page now; `epoch` names its live document, null where there can be none',
      validate: { params: path },
    },
    handler: async (request) => {
      const { ctx } = request;
      const subject = subjectOf(request, 'page_id');
      const [{ refusal }, role, document] = await Promise.all([
        rightsOn(ctx, subject),
        ctx.app.access.roleOn(ctx, subject),
        ensureDocument(ctx, pageId(request)),
      ]);
      return {
        role,
        can_edit: refusal === null,
        refusal,
        user_id: userOf(ctx).id,
        epoch: document?.epoch ?? null,
        schema_version: SCHEMA_VERSION,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/updates',
    rules: { access: { ...readers, role: 'editor', lock: true } },
    options: {
      id: 'rooms.add-update',
      description: 'Add one update to the live document of a page, as bytes of Yjs',
      payload: { maxBytes: MIB16, allow: ['application/octet-stream'] },
      validate: { params: path, payload: Joi.binary().required() },
    },
    handler: async (request) => {
      const actor = userOf(request.ctx);
      const connection = { actor, send: () => {}, close: () => {} };
      const identity = { id: actor.id, name: actor.fullName, avatar_url: '', avatar_color: '' };
      try {
        const update = new Uint8Array(request.payload as Buffer);
        await request.ctx.use(rooms).add(pageId(request), update, { connection, identity, refusal: null });
      } catch (error) {
        if (error instanceof Error && !('code' in error))
          throw invalid(['body'], 'is no update of a document', 'value_error');
        throw error;
      }
      return { ok: true };
    },
  }),
];
