// Filling a property of a database by the agent: what is wished, five rows of it, and then all of them.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { type Refusal, refusalOf } from '../../../core/http/form-errors.ts';
import { inBody, inQuery } from '../../../core/http/policy.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import type { Page } from '../../pages/contract.ts';
import { ModelFault } from '../model/dialect.ts';
import type { FillInput, FillValue } from '../model.ts';
import { agentPolicies } from '../policies.ts';
import type { FillPreview } from '../runs/column-fill.ts';
import { requirePage } from '../tools/places.ts';

/** Five values that texts say, as JSON. */
const SEEN_MAX = 100_000;
const seenShape = Joi.object<Seen>({
  property: id().required(),
  from: Joi.array().items(id()).max(100).required(),
  wish: Joi.string().max(2000).required(),
  values: Joi.object()
    .pattern(/^[1-9]\d*$/, Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean()).allow(null))
    .max(5)
    .required(),
  versions: Joi.object()
    .pattern(/^[1-9]\d*$/, Joi.number().integer().min(0))
    .max(5)
    .required(),
}).options({ convert: false });

const readSeen: Joi.CustomValidator<string, Seen> = (text, { error }) => {
  try {
    return Joi.attempt(JSON.parse(text), seenShape);
  } catch {
    return error('any.invalid');
  }
};

// Loaded with the first request: the start of the service pays for none of it.
const filling = () => import('../runs/column-fill.ts');

const payload = { allow: ['application/x-www-form-urlencoded'] };

interface Typed {
  page_id: number;
  property_id?: number;
  from: number[];
  wish: string;
  only_empty?: 'yes';
  seen?: Seen;
}

/** What was looked at, and what had been asked for it. */
interface Seen {
  property: number;
  from: number[];
  wish: string;
  values: Record<string, FillValue>;
  versions: Record<string, number>;
}

const LABELS: Record<string, string> = {
  property_id: 'agent.fill.property',
  from: 'agent.fill.from',
  wish: 'agent.fill.wish',
};

interface Shown {
  preview?: FillPreview;
  message?: string;
  typed?: Partial<Typed>;
}

async function homeOf(ctx: Ctx, pageId: number) {
  const home = await ctx.use(databases).ofPage(ctx, pageId);
  if (home?.page_id !== pageId) throw notFound();
  return home;
}

async function show(request: Request, h: ResponseToolkit, page: Page, shown: Shown = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const home = await homeOf(ctx, page.id);
  const properties = await ctx.use(databases).properties(ctx, home.id);
  const t = ctx.app.messages.in(ctx.locale);
  const title = t('agent.fill.title');
  const [{ fillable }, { agentStatus }] = await Promise.all([filling(), import('../runs/status.ts')]);
  return h.view('agent/fill', {
    ...{ title, properties, message: shown.message ?? '', preview: shown.preview ?? null },
    ...{ targets: fillable(properties), pageId: page.id, status: await agentStatus(ctx) },
    typed: { from: properties.map((one) => one.id), only_empty: 'yes', wish: '', ...shown.typed },
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }, { title }],
  });
}

/** In one sentence, with the labels of the fields that it is about. */
function refusalText({ ctx }: Request, { message, faults }: Refusal): string {
  const t = ctx.app.messages.in(ctx.locale);
  const said = Object.entries(faults).map(([field, fault]) => `${LABELS[field] ? t(LABELS[field]) : field} ${fault}.`);
  return message || said.join(' ');
}

/** What was shown of the same question; for another one nothing is known. */
function seenValues({ property_id, from, wish, seen }: Omit<Typed, 'page_id'>): Pick<FillInput, 'seen' | 'versions'> {
  const isSame = seen && seen.property === property_id && seen.wish === wish && String(seen.from) === String(from);
  return isSame ? { seen: seen.values, versions: seen.versions } : {};
}

/** What names no page has none to show its form on. */
async function again(request: Request, h: ResponseToolkit, refusal: Refusal): Promise<ResponseObject> {
  const { typed, problem } = refusal;
  const { value: pageId, error } = id().required().validate(typed.page_id);
  if (error) throw problem;
  const page = await requirePage(request.ctx, pageId, agentPolicies.fillColumn);
  const shown = { message: refusalText(request, refusal), typed: { wish: typed.wish ?? '' } };
  return show(request, h, page, shown);
}

async function act(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { act: wanted, ...typed } = request.payload as Typed & { act: 'preview' | 'fill' };
  const page = loaded<Page>(request, 'page_id');
  const { id: collection_id } = await homeOf(ctx, page.id);
  const { property_id = 0, from, wish } = typed;
  const input: FillInput = {
    ...{ collection_id, property_id, from, wish },
    onlyEmpty: typed.only_empty === 'yes',
    ...seenValues(typed),
  };
  const { previewFill, startFill } = await filling();
  if (wanted === 'fill') return h.redirect(`/agent/${(await startFill(ctx, input)).id}`).code(303);
  const gone = new AbortController();
  request.raw.res.once('close', () => gone.abort('stopped'));
  try {
    return await show(request, h, page, { preview: await previewFill(ctx, input, gone.signal), typed });
  } catch (fault) {
    // All places taken: what was typed stays, to be sent again.
    if (fault instanceof Problem && fault.code === 'unavailable')
      return (await show(request, h, page, { message: fault.message, typed })).code(503);
    if (fault instanceof ModelFault) {
      const message = ctx.app.messages.text(ctx.locale, `agent.ending.${fault.code}`);
      return show(request, h, page, { message, typed });
    }
    if (!(fault instanceof Problem && fault.status < 500)) throw fault;
    return show(request, h, page, { message: refusalText(request, refusalOf(request, fault)), typed });
  }
}

export const fillRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/agent/fill',
    rules: { access: { member: true, refs: [inQuery('page_id', agentPolicies.fillColumn)] }, html: true },
    options: { id: 'agent-fill.page', validate: { query: Joi.object({ page_id: id().required() }) } },
    handler: (request, h) => show(request, h, loaded<Page>(request, 'page_id')),
  }),
  route({
    method: 'POST',
    path: '/agent/fill',
    rules: {
      access: { member: true, refs: [inBody('page_id', agentPolicies.fillColumn)], opaque: ['property_id'] },
      ...{ html: true, form: true, refused: again },
    },
    options: {
      id: 'agent-fill.act',
      payload,
      validate: {
        payload: Joi.object({
          page_id: id().required(),
          property_id: id().required(),
          from: Joi.array().items(id()).single().max(100).default([]),
          wish: Joi.string().trim().min(1).max(2000).required(),
          only_empty: Joi.valid('yes'),
          seen: Joi.string().max(SEEN_MAX).custom(readSeen),
          act: Joi.valid('preview', 'fill').required(),
          csrf,
        }).required(),
      },
    },
    handler: act,
  }),
];
