// The agent as pages: conversations, one of them with what it did, and what it remembers; all but the live answer works without scripts.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Conversation, MODES } from '../model.ts';
import { agentPolicies } from '../policies.ts';
import { lastEvent } from '../runs/event-log.ts';
import { agentRunStore } from '../runs/run-store.ts';

// What pages show is loaded with the first of them: the start of the service pays for none of it.
const records = () => import('../runs/record.ts');
const views = () => import('../screen/run-view.ts');
const statuses = () => import('../runs/status.ts');

const OUTSIDE = 20;
export const ownConversation = { own: true, resource: 'agent-conversation', param: 'id' } as const;
export const conversationPath = params({ id: id() });
export const embed = Joi.valid('1').empty('');
const pageRef = inQuery('page_id', agentPolicies.talkAbout);

/** Beside a page there is no frame around it. */
const frameOf = ({ query }: Request) => ({ frame: query.embed ? 'none' : '', embed: query.embed ?? '' });

const doneOf = ({ query }: Request) => ({ done: query.done ?? '', kept: query.kept ?? 0 });

const translate = (ctx: Ctx) => ctx.app.messages.in(ctx.locale);

async function homePage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const t = translate(ctx);
  const [{ withActions }, { outsideRuns }, { agentStatus }] = await Promise.all([records(), views(), statuses()]);
  const { listConversations } = await import('../conversations/conversations.ts');
  const { page_id = null } = request.query as { page_id?: number };
  const outside = await withActions(ctx, await agentRunStore.outside(ctx, userOf(ctx).id, OUTSIDE));
  const waiting = new Set(await agentRunStore.waiting(ctx, userOf(ctx).id));
  const conversations = await listConversations(ctx);
  const title = t('agent.title');
  return h.view('agent/home', {
    ...{ title, breadcrumb: [{ title }], ...frameOf(request), modes: MODES, page_id },
    status: await agentStatus(ctx),
    conversations: conversations.map((one) => ({
      ...{ ...one, moment: shownMoment(ctx, one.updated_at), isWaiting: waiting.has(one.id) },
    })),
    outside: await outsideRuns(ctx, t, outside),
    ...doneOf(request),
  });
}

const rowOf = (request: Request): Conversation => loaded(request, 'id');

async function conversationPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const t = translate(ctx);
  const conversation = rowOf(request);
  const [{ conversationRecord }, { shownRuns }, { agentStatus }] = await Promise.all([records(), views(), statuses()]);
  const { leftToday } = await import('../runs/budget.ts');
  // First: what is told after it is not yet in what is read below, and is heard.
  const runIds = (await agentRunStore.of(ctx, conversation.id)).map(({ id }) => id);
  const heard = await lastEvent(ctx, runIds);
  const record = await conversationRecord(ctx, conversation);
  const title = conversation.title || t('agent.untitled');
  const status = await agentStatus(ctx);
  const last = record.runs.at(-1);
  return h.view('agent/conversation', {
    ...{ title, ...frameOf(request), modes: MODES, conversation, status },
    breadcrumb: [{ title: t('agent.title'), href: '/agent' }, { title }],
    runs: await shownRuns(ctx, t, conversation, record),
    ...doneOf(request),
    props: {
      ...{ id: conversation.id, isReady: status.configured, runId: last?.id ?? 0 },
      ...{ watchAfter: record.watch_after, lastEvent: heard },
      ...{ left: leftToday(status.day), embed: request.query.embed ? '1' : '' },
      draft: `${conversation.user_id}.${conversation.id}`,
      panel: request.query.embed ? `${conversation.user_id}.${conversation.page_id}` : '',
      csrf: ctx.app.csrf.tokenFor(userOf(ctx).sessionId ?? ''),
    },
  });
}

async function memoryPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const t = translate(ctx);
  const conversation = rowOf(request);
  const { memoryOf } = await import('../conversations/memory.ts');
  const title = t('agent.memory.title');
  const called = conversation.title || t('agent.untitled');
  return h.view('agent/memory', {
    ...{ title, conversation, memory: await memoryOf(ctx, conversation), done: request.query.done ?? '' },
    breadcrumb: [
      { title: t('agent.title'), href: '/agent' },
      { title: called, href: `/agent/${conversation.id}` },
      { title },
    ],
  });
}

const done = { done: Joi.string().max(20), kept: Joi.number().integer().min(0).max(10_000) };

export const agentPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/agent',
    rules: { access: { member: true, refs: [pageRef] }, html: true },
    options: { id: 'agent.page', validate: { query: Joi.object({ page_id: id().empty(''), embed, ...done }) } },
    handler: homePage,
  }),
  route({
    method: 'GET',
    path: '/agent/{id}',
    rules: { access: ownConversation, html: true },
    options: {
      id: 'agent-conversations.page',
      validate: {
        params: conversationPath,
        query: Joi.object({ embed, ...done }),
      },
    },
    handler: conversationPage,
  }),
  route({
    method: 'GET',
    path: '/agent/{id}/memory',
    rules: { access: ownConversation, html: true },
    options: { id: 'agent-memory.page', validate: { params: conversationPath, query: Joi.object(done) } },
    handler: memoryPage,
  }),
];
