// Connectors in the browser's JSON (specification, Agent connectors and memory).
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { isNative } from '../native.ts';
import {
  type ConnectorInput,
  changeConnector,
  createConnector,
  findConnector,
  listConnectors,
  presentConnector,
  probeConnector,
  removeConnector,
} from '../service.ts';
import type { ConnectorRow } from '../store.ts';
import { connectorFields, connectorPath, connectorSchema, newFields, probeBody } from './schemas.ts';

const PATH = '/api/agent/connectors';
const own = { own: true, resource: 'agent-connector', param: 'connector_id' } as const;

/** @throws Problem malformed_request (400) for one that is built in */
export function requireOwn(found: unknown): ConnectorRow {
  if (isNative(found))
    throw new Problem('malformed_request', 'This connector is built in: it cannot be changed or tested.');
  return found as ConnectorRow;
}

const rowOf = (request: Request): ConnectorRow => requireOwn(loaded(request, 'connector_id'));

export const connectorBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { list: true, resource: 'agent-connector' } },
    options: {
      id: 'agent-connectors.list',
      description: "The connectors that are built in, and then the caller's own by name",
      response: { schema: Joi.object({ connectors: Joi.array().items(connectorSchema).required() }) },
    },
    handler: async ({ ctx }) => ({ connectors: await listConnectors(ctx) }),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true } },
    options: {
      id: 'agent-connectors.create',
      description: 'Make a connector; 400 for an address that is not public',
      plugins: { api: { statuses: [400, 409] } },
      validate: { payload: Joi.object({ ...newFields, csrf }).required() },
      response: { schema: connectorSchema },
    },
    handler: async ({ ctx, payload }) => presentConnector(await createConnector(ctx, payload as ConnectorInput)),
  }),
  route({
    method: 'POST',
    path: `${PATH}/probe`,
    rules: { access: { member: true, opaque: ['connector', 'id'] } },
    options: {
      id: 'agent-connectors.probe',
      description: 'Test a connector, and keep what came of it as its status and detail',
      plugins: { api: { statuses: [400, 404, 429] } },
      validate: { payload: probeBody },
      response: { schema: connectorSchema },
    },
    handler: async ({ ctx, payload }) => {
      const { connector, id } = payload as { connector?: string | number; id?: number };
      const row = requireOwn(await findConnector(ctx, connector ?? (id as number)));
      return presentConnector(await probeConnector(ctx, row));
    },
  }),
  route({
    method: 'PATCH',
    path: `${PATH}/{connector_id}`,
    rules: { access: own },
    options: {
      id: 'agent-connectors.change',
      description: 'Change a connector; another origin drops its secret, unless a new one comes with it',
      plugins: { api: { statuses: [400, 409] } },
      validate: { params: connectorPath, payload: Joi.object({ ...connectorFields, csrf }).required() },
      response: { schema: connectorSchema },
    },
    handler: async (request) =>
      presentConnector(
        await changeConnector(request.ctx, rowOf(request).id, request.payload as Partial<ConnectorInput>),
      ),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{connector_id}`,
    rules: { access: own },
    options: {
      id: 'agent-connectors.remove',
      description: 'Delete a connector with its secret',
      plugins: { api: { statuses: [400] } },
      validate: { params: connectorPath },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await removeConnector(request.ctx, rowOf(request).id);
      return { ok: true };
    },
  }),
];
