// Connectors as pages with forms that work without scripts: those that there are, and one with what can be done with it.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Connector, ConnectorText } from '../contract.ts';
import { extensionKinds, HTTP } from '../kinds.ts';
import { connectingOf } from '../native.ts';
import {
  type ConnectorInput,
  changeConnector,
  createConnector,
  fetchConnector,
  listConnectors,
  presentConnector,
  probeConnector,
  removeConnector,
} from '../service.ts';
import type { ConnectorRow } from '../store.ts';
import { requireOwn } from './browser.ts';
import { connectorPath, newFields } from './schemas.ts';

const PATH = '/agent/connectors';
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const own = { own: true, resource: 'agent-connector', param: 'connector_id' } as const;
const formFields = { ...newFields, enabled: Joi.valid('yes'), drop_secret: Joi.valid('yes'), csrf };

interface Typed extends Omit<ConnectorInput, 'enabled'> {
  drop_secret?: 'yes';
}

/** Where the pages of connectors lie: at the agent, which reads from them. */
const trailOf = ({ app, locale }: Ctx) => [
  { title: app.messages.text(locale, 'agent-connectors.agent'), href: '/agent' },
];

const kindsIn = ({ ctx }: Request) => [
  { name: HTTP, title: ctx.app.messages.text(ctx.locale, 'agent-connectors.kind.http') },
  ...[...extensionKinds(ctx.app).values()].map(({ name, title }) => ({ name, title })),
];

const readyFirst = (a: Connector, b: Connector): number => Number(b.status === 'ok') - Number(a.status === 'ok');

/** Those that there are, each with the way to connect it; a second forge is offered to who may add it beside a first. */
async function shownConnectors(ctx: Ctx) {
  const all = await listConnectors(ctx);
  const hasForge = all.some(({ kind, url }) => kind === 'forge' && url !== '');
  const shown = await Promise.all(
    all.sort(readyFirst).map(async (one) => ({ ...one, connecting: await connectingOf(ctx, one) })),
  );
  return shown.filter(({ kind, url, connecting }) => kind !== 'forge2' || url !== '' || (hasForge && connecting));
}

async function listPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('agent-connectors/list', {
    title: t('agent-connectors.title'),
    breadcrumb: [...trailOf(ctx), { title: t('agent-connectors.title') }],
    connectors: await shownConnectors(ctx),
    kinds: kindsIn(request),
    values: { kind: HTTP, ...refusal?.typed },
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: request.query.done === 'deleted',
  });
}

interface Shown {
  refusal?: Refusal;
  done?: string;
  /** what was tried and what came of it */
  tried?: { path: string; query: string; answer?: ConnectorText; fault?: string };
}

function onePage(request: Request, h: ResponseToolkit, row: ConnectorRow, shown: Shown = {}): ResponseObject {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('agent-connectors/connector', {
    title: row.name,
    breadcrumb: [...trailOf(ctx), { title: t('agent-connectors.title'), href: PATH }, { title: row.name }],
    connector: presentConnector(row),
    probedAt: row.probed_at ? momentText(ctx, row.probed_at) : '',
    kinds: kindsIn(request),
    values: { ...row, secret: '', ...shown.refusal?.typed },
    faults: shown.refusal?.faults ?? {},
    message: shown.refusal?.message ?? '',
    done: shown.done ?? '',
    tried: shown.tried,
  });
}

const rowOf = (request: Request): ConnectorRow => requireOwn(loaded(request, 'connector_id'));

const again = async (request: Request, h: ResponseToolkit, refusal: Refusal): Promise<ResponseObject> =>
  onePage(request, h, rowOf(request), { refusal });

/** What a form says: an empty secret leaves the one there is. */
function inputOf(request: Request): Partial<ConnectorInput> {
  const { drop_secret, secret, auth_header = null, ...typed } = request.payload as Typed;
  const { csrf: _csrf, enabled: _enabled, ...input } = typed as Typed & { csrf?: string; enabled?: string };
  const wanted = drop_secret ? null : secret || undefined;
  return { ...input, auth_header, ...(wanted !== undefined && { secret: wanted }) };
}

interface Act {
  name: string;
  body?: Record<string, Joi.Schema>;
  run(request: Request, h: ResponseToolkit, row: ConnectorRow): Promise<ResponseObject>;
}

const acts: Act[] = [
  {
    name: 'change',
    body: formFields,
    run: async (request, h, { id }) =>
      onePage(request, h, await changeConnector(request.ctx, id, inputOf(request)), { done: 'saved' }),
  },
  {
    name: 'switch',
    body: { enabled: Joi.valid('yes', 'no').required(), csrf },
    async run(request, h, { id }) {
      const enabled = (request.payload as { enabled: string }).enabled === 'yes';
      const row = await changeConnector(request.ctx, id, { enabled });
      return onePage(request, h, row, { done: enabled ? 'on' : 'off' });
    },
  },
  {
    name: 'probe',
    run: async (request, h, row) => onePage(request, h, await probeConnector(request.ctx, row), { done: 'tested' }),
  },
  {
    name: 'read',
    body: { path: Joi.string().trim().max(2000).required(), query: Joi.string().allow('').max(2000).default(''), csrf },
    async run(request, h, row) {
      const { path, query } = request.payload as { path: string; query: string };
      try {
        const answer = await fetchConnector(request.ctx, { connector: row.id, path, query });
        return onePage(request, h, row, { tried: { path, query, answer } });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return onePage(request, h, row, { tried: { path, query, fault: error.message } });
      }
    },
  },
  {
    name: 'delete',
    async run(request, h, { id }) {
      await removeConnector(request.ctx, id);
      return h.redirect(`${PATH}?done=deleted`).code(303);
    },
  },
];

export const connectorPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { member: true }, html: true },
    options: { id: 'agent-connectors.page', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => listPage(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true }, html: true, form: true, refused: listPage },
    options: {
      id: 'agent-connectors.create-by-form',
      payload: formBody,
      validate: { payload: Joi.object(formFields).required() },
    },
    async handler(request, h) {
      const row = await createConnector(request.ctx, inputOf(request) as ConnectorInput);
      return h.redirect(`${PATH}/${row.id}`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{connector_id}`,
    rules: { access: own, html: true },
    options: { id: 'agent-connectors.one', validate: { params: connectorPath } },
    handler: (request, h) => onePage(request, h, rowOf(request)),
  }),
  ...acts.map(({ name, body = { csrf }, run }) =>
    route({
      method: 'POST',
      path: `${PATH}/{connector_id}/${name}`,
      rules: { access: own, html: true, form: true, refused: again },
      options: {
        id: `agent-connectors.${name}-by-form`,
        payload: formBody,
        validate: { params: connectorPath, payload: Joi.object(body) },
      },
      handler: (request, h) => run(request, h, rowOf(request)),
    }),
  ),
];
