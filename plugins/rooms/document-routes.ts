// What HTTP has to do with the rooms of one kind: letting sockets in, saying what may be done, and updates too large for a socket.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { subjectOf } from '../../core/access/access-control.ts';
import { can } from '../../core/http/policy.ts';
import { invalid } from '../../core/http/problem.ts';
import { type Route, route } from '../../core/http/route.ts';
import { id, params } from '../../core/http/schema-fields.ts';
import { userOf } from '../../core/kernel/context.ts';
import { SCHEMA_VERSION } from '../blocks/ydoc/version.ts';
import { type LiveKind, type LiveName, rooms } from './points.ts';
import { rightsOn } from './room-permissions.ts';

const MIB16 = 16 * 1024 * 1024;
/** `base` is the address of all of this kind, e.g. `/api/pages`; `noun` begins the names of the routes. */
export function liveRoutes({ kind, view, edit, param, isText }: LiveKind, base: string, noun: string): Route[] {
  const path = params({ [param]: id() });
  const nameIn = (request: Request): LiveName => ({ kind, id: Number(request.params[param]) });
  return [
    route({
      method: 'GET',
      path: `/_rt/${kind}/{${param}}`,
      rules: { access: can(view, param) },
      options: { id: `${noun}.enter`, isInternal: true, validate: { params: path } },
      handler: () => ({ ok: true }),
    }),
    route({
      method: 'GET',
      path: `${base}/{${param}}/access`,
      rules: { access: can(view, param) },
      options: {
        id: `${noun}.access`,
        description:
          'What the caller may do with it now; `epoch` names its live document, null where there can be none',
        validate: { params: path },
      },
      handler: async (request) => {
        const { ctx } = request;
        const subject = subjectOf(request, param);
        const { ensureDocument } = await import('./document-service.ts');
        const [{ refusal }, role, document] = await Promise.all([
          rightsOn(ctx, view.resource, subject),
          ctx.app.access.roleOf(ctx, view.resource, subject),
          isText(subject) ? ensureDocument(ctx, nameIn(request)) : undefined,
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
      path: `${base}/{${param}}/updates`,
      rules: { access: can(edit, param) },
      options: {
        id: `${noun}.add-update`,
        description: 'Add one update to the live document, as bytes of Yjs',
        payload: { maxBytes: MIB16, allow: ['application/octet-stream'] },
        validate: { params: path, payload: Joi.binary().required() },
      },
      handler: async (request) => {
        const actor = userOf(request.ctx);
        const connection = { actor, send: () => {}, close: () => {} };
        const identity = { id: actor.id, name: actor.fullName, avatar_url: '', avatar_color: '' };
        try {
          const update = new Uint8Array(request.payload as Buffer);
          await request.ctx.use(rooms).add(nameIn(request), update, { connection, identity, refusal: null });
        } catch (error) {
          if (error instanceof Error && !('code' in error))
            throw invalid(['body'], 'must be an update of a document', 'value_error');
          throw error;
        }
        return { ok: true };
      },
    }),
  ];
}
