// Sessions and tokens of the caller, listed and revoked.
import Joi from 'joi';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { newTokenRefs } from '../policies.ts';
import { presentToken } from '../present.ts';
import { tokenBody } from '../schemas.ts';
import { endAllSessions, endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts';
import { tokens } from '../store.ts';
import { createToken, revokeToken, type TokenInput } from '../tokens.ts';

const me = { member: true as const };

const sessionId = () => Joi.string().guid();

/** The three ways of naming what to delete: path, query, body (contract 3). */
function deletions<T extends string | number>(options: {
  path: string;
  operation: string;
  resource: 'session' | 'token';
  schema: () => Joi.Schema;
  run: (request: Parameters<typeof listSessions>[0], id: T) => Promise<void>;
}): Route[] {
  const { path, operation, resource, schema, run } = options;
  const own = { own: true as const, resource, name: 'id' };
  return [
    route({
      method: 'DELETE',
      path: `${path}/{id}`,
      rules: { access: { own: true, resource, param: 'id' }, session: true, whileReadOnly: true },
      options: { id: operation, description: `Revoke one ${resource}`, validate: { params: params({ id: schema() }) } },
      handler: async (request) => {
        await run(request.ctx, request.params.id as T);
        return { ok: true };
      },
    }),
    route({
      method: 'DELETE',
      path,
      rules: {
        session: true,
        whileReadOnly: true,
        access: {
          member: true,
          refs: [
            { in: 'query', ...own },
            { in: 'payload', ...own },
          ],
        },
      },
      options: {
        id: `${operation}-named`,
        description: `Revoke the ${resource} named by ?id= or the body`,
        validate: { query: Joi.object({ id: schema() }), payload: Joi.object({ id: schema() }).allow(null) },
      },
      handler: async (request) => {
        const named = request.query.id ?? (request.payload as { id?: T } | null)?.id;
        if (named === undefined) throw invalid(['query', 'id'], 'Field required', 'missing');
        await run(request.ctx, named as T);
        return { ok: true };
      },
    }),
  ];
}

export const credentialRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/settings/sessions',
    rules: { access: me, session: true },
    options: { id: 'sessions.list', description: 'Sessions of the caller with device' },
    handler: async (request) => ({ sessions: await listSessions(request.ctx) }),
  }),
  ...(
    [
      { which: 'others', end: endOtherSessions, what: 'all sessions but this one' },
      { which: 'all', end: endAllSessions, what: 'all sessions, this one too' },
    ] as const
  ).map(({ which, end, what }) =>
    route({
      method: 'DELETE',
      path: `/api/settings/sessions/${which}`,
      rules: { access: me, session: true, whileReadOnly: true },
      options: { id: `sessions.revoke-${which}`, description: `Revoke ${what}` },
      handler: async (request) => {
        await end(request.ctx);
        return { ok: true };
      },
    }),
  ),
  ...deletions<string>({
    path: '/api/settings/sessions',
    operation: 'sessions.revoke',
    resource: 'session',
    schema: sessionId,
    run: endSession,
  }),
  route({
    method: 'GET',
    path: '/api/settings/tokens',
    rules: { access: me, session: true },
    options: { id: 'user-tokens.list', description: 'API tokens of the caller' },
    handler: async (request) => ({ tokens: (await tokens.of(request.ctx, userOf(request.ctx).id)).map(presentToken) }),
  }),
  ...['/api/settings/tokens', '/api/user/token'].map((path) =>
    route({
      method: 'POST',
      path,
      rules: { access: { ...me, refs: newTokenRefs }, session: true, reauth: true },
      options: {
        id: path.endsWith('tokens') ? 'user-tokens.create' : 'user-tokens.generate',
        description: 'Create an API token; the token itself is shown once',
        validate: { payload: tokenBody.allow(null) },
      },
      handler: async (request) => ({
        ok: true,
        ...(await createToken(request.ctx, (request.payload ?? {}) as TokenInput)),
      }),
    }),
  ),
  ...deletions<number>({
    path: '/api/settings/tokens',
    operation: 'user-tokens.revoke',
    resource: 'token',
    schema: id,
    run: revokeToken,
  }),
];
