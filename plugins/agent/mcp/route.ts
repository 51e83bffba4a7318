// The address for agents of other programs: one request of the protocol, answered with the rights of a token.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { userOf } from '../../../core/kernel/context.ts';

const MIB = 1024 * 1024;
/** Headers of the protocol; all others stay here. */
const PASSED = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];

function requestOf(request: Request): globalThis.Request {
  const given = PASSED.flatMap((name): [string, string][] => {
    const value = header(request, name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(new URL(request.path, request.ctx.app.baseUrl), {
    method: 'POST',
    headers: given,
    body: JSON.stringify(request.payload),
  });
}

/** @throws Problem csrf_failed for what a page of another site may have caused */
function checkPlace(request: Request): void {
  const { csrf } = request.ctx.app;
  if (!csrf.allowsHost(header(request, 'host') ?? ''))
    throw new Problem('csrf_failed', 'The Host is not this service.');
  const origin = header(request, 'origin');
  if (origin !== undefined && !csrf.allowsOrigin(origin))
    throw new Problem('csrf_failed', 'The Origin is not this service.');
}

async function answer(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { scopes, tokenId } = userOf(ctx);
  // A page of another site may send the cookie of a session along; a token it does not have.
  if (tokenId === undefined || !scopes) throw new Problem('unauthorized', 'Agents come with a bearer token.');
  checkPlace(request);
  const [{ createMcpHandler }, { allowedTools, mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.ts'),
  ]);
  const acting = ctx.as(ctx.actor, 'agent');
  const handler = createMcpHandler(() => mcpServer(ctx.app, acting, allowedTools(userOf(ctx))), {
    onerror: (error) => ctx.log.debug({ err: error }, 'mcp'),
  });
  try {
    const found = await handler.fetch(requestOf(request), { parsedBody: request.payload });
    const body = await found.text();
    const response = h.response(body || undefined).code(found.status);
    for (const [name, value] of found.headers) if (name !== 'content-length') response.header(name, value);
    return response.header('cache-control', 'no-store');
  } finally {
    await handler.close();
  }
}

/** Streams and sessions of earlier versions of the protocol, which there are none of. */
const refusing = (method: 'GET' | 'DELETE'): Route =>
  route({
    method,
    path: '/mcp',
    rules: { access: { public: true, because: 'answers alike for everybody that only POST is taken here' } },
    options: { id: `mcp.no-${method.toLowerCase()}`, auth: false },
    handler() {
      throw new Problem('method_not_allowed', 'Agents send POST here.', { headers: { allow: 'POST' } });
    },
  });

export const mcpRoutes: Route[] = [
  refusing('GET'),
  refusing('DELETE'),
  route({
    method: 'POST',
    path: '/mcp',
    // Each call asks for its own scope: a client that only reads may ask for the tools.
    rules: { access: { member: true }, scope: 'read', subtree: true, idempotent: false },
    options: {
      id: 'mcp.call',
      description: 'Model Context Protocol for agents of other programs, with a bearer token',
      payload: { maxBytes: MIB },
      validate: { payload: Joi.alternatives(Joi.object().unknown(), Joi.array().max(50)).required() },
    },
    handler: answer,
  }),
];
