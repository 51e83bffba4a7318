// The OpenAPI 3.1 document of all JSON operations, made from the routes themselves, so that it cannot fall behind them.
import { setImmediate as breath } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import { isV2 } from '../http/response-format.ts';
import { INTERFACE_VERSION } from '../kernel/app.ts';
import { type JsonSchema, SchemaBook } from './json-schema.ts';
import { describeOperation, openApiPath } from './operation.ts';
import type { Operation, TableRoute } from './route-metadata.ts';
import { describeMessages, type SentMessage } from './sent-message.ts';
import { errorSchemas, sharedAnswers, sharedHeaders } from './shared-responses.ts';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** what is sent to other programs */
  webhooks: ReturnType<typeof describeMessages>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: typeof sharedHeaders;
    responses: typeof sharedAnswers;
    securitySchemes: Record<string, object>;
  };
}

const about = `The public API of Commonplace is everything below /api/v2: for scripts, extensions and other services, with
a bearer token or the session of the browser. The other operations serve the product's own pages and may change.

Lists take page and limit and tell the total in X-Total-Count. Every refusal is a problem document whose code says what
happened. POST and PATCH take an Idempotency-Key; records with a version answer an ETag that If-Match takes.`;

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token. Its scopes are read, write and admin; each one holds those before it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The session of the browser; called __Host-session on https.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Needed beside the session cookie for all that writes: the value of the cookie csrf (__Host-csrf).',
  },
};

/** Pages for people, files and the answer for unknown addresses are no operations. */
const isOperation = ({ path, settings }: TableRoute): boolean =>
  path !== '/{any*}' && !settings.app?.rules?.html && !path.startsWith('/static/') && settings.id !== undefined;

/** Public operations first, then by address; within one address as people read: read, make, change, remove. */
const order = ['get', 'post', 'put', 'patch', 'delete'];
const compare = (a: TableRoute, b: TableRoute): number =>
  Number(isV2(b.path)) - Number(isV2(a.path)) ||
  (a.path === b.path ? order.indexOf(a.method) - order.indexOf(b.method) : a.path < b.path ? -1 : 1);

/** Operations that are described before other requests have their turn: all of them together take most of a second. */
const AT_ONCE = 10;

/** Every operation of a server whose routes are registered, and what it sends by itself. @throws Error naming a schema that leads nowhere */
export async function buildDocument(server: Server, messages: SentMessage[] = []): Promise<OpenApiDocument> {
  const book = new SchemaBook();
  const paths: OpenApiDocument['paths'] = {};
  const routes = (server.table() as unknown as TableRoute[]).filter(isOperation).sort(compare);
  for (const [index, route] of routes.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await breath();
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method]: describeOperation(book, route) };
  }
  const webhooks = describeMessages(book, messages);
  const tags = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'Commonplace', version: INTERFACE_VERSION, description: about.replaceAll(/(\S)\n(\S)/g, '$1 $2') },
    servers: [{ url: '/' }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: { ...book.components, ...errorSchemas },
      headers: sharedHeaders,
      responses: sharedAnswers,
      securitySchemes,
    },
  };
}
