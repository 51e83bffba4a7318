// Runs of the agent: asked, watched, decided, stopped and undone by the person they belong to.
import { Readable } from 'node:stream';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, MAX_ID, params } from '../../../core/http/schema-fields.ts';
import type { AgentRun, Conversation } from '../model.ts';
import { agentPolicies } from '../policies.ts';
import { agentRunStore } from '../runs/run-store.ts';
import type { ActionDecision, RunQuestion } from '../runs/runs.ts';
import type { SuggestionInput } from '../runs/suggestion.ts';
import {
  agentRunSchema,
  agentStatusSchema,
  decisionsBody,
  messageBody,
  shownRun,
  suggestionBody,
  undoneSchema,
} from './schemas.ts';

const own = { own: true, resource: 'agent-conversation', param: 'id' } as const;
const ownRun = { own: true, resource: 'agent-run', param: 'run_id' } as const;
const runPath = { params: params({ run_id: id() }) };
const page = inBody('page_id', agentPolicies.talkAbout);

// What few requests need is loaded with the first of them: the start of the service pays for none of it.
const runs = () => import('../runs/runs.ts');

const conversationOf = (request: Request): Conversation => loaded(request, 'id');
const runOf = (request: Request): AgentRun => loaded(request, 'run_id');

/** Each word reaches the browser when it is said: nothing on the way may gather them. */
async function stream(request: Request, h: ResponseToolkit, runIds: number[], after: number): Promise<ResponseObject> {
  const { watchRuns } = await import('../runs/watch.ts');
  const gone = new AbortController();
  request.raw.res.once('close', () => gone.abort());
  const events = Readable.from(watchRuns(request.ctx, runIds, after, gone.signal), { objectMode: false });
  return h
    .response(events)
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('content-encoding', 'identity')
    .header('x-accel-buffering', 'no');
}

const watching: Route[] = [
  route({
    method: 'POST',
    path: '/api/agent/conversations/{id}/messages',
    rules: { access: { ...own, refs: [page] } },
    options: {
      id: 'agent-runs.start',
      description:
        'Ask the agent something; the answer is a stream of server-sent events: run, text, tool_call, approval, tool_result, usage, done, error',
      plugins: { api: { statuses: [409, 503] } },
      validate: { params: params({ id: id() }), payload: messageBody },
    },
    async handler(request, h) {
      const { startRun } = await runs();
      const run = await startRun(request.ctx, conversationOf(request), request.payload as RunQuestion);
      return stream(request, h, [run.id], 0);
    },
  }),
  route({
    method: 'GET',
    path: '/api/agent/conversations/{id}/events',
    rules: { access: own },
    options: {
      id: 'agent-runs.watch',
      description: 'What the runs of a conversation told after an event, and what they tell from now on',
      validate: {
        params: params({ id: id() }),
        query: Joi.object({ after: Joi.number().integer().min(0).max(MAX_ID).default(0) }),
      },
    },
    async handler(request, h) {
      const all = await agentRunStore.of(request.ctx, conversationOf(request).id);
      const { after } = request.query as { after: number };
      return stream(
        request,
        h,
        all.map((run) => run.id),
        after,
      );
    },
  }),
];

const deciding: Route[] = [
  route({
    method: 'POST',
    path: '/api/agent/runs/{run_id}/decisions',
    rules: { access: { ...ownRun, opaque: ['action_id'] } },
    options: {
      id: 'agent-runs.decide',
      description: 'Allow what the agent wants to do, once or for the rest of the run, or do not; then it goes on',
      plugins: { api: { statuses: [409, 503] } },
      validate: { ...runPath, payload: decisionsBody },
      response: { schema: agentRunSchema },
    },
    async handler(request) {
      const { decisions } = request.payload as { decisions: ActionDecision[] };
      const { decideActions } = await runs();
      return { ...shownRun(await decideActions(request.ctx, runOf(request), decisions)), ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/agent/runs/{run_id}/stop',
    rules: { access: ownRun },
    options: {
      id: 'agent-runs.stop',
      description: 'Stop a run; what it has done stays, and can be undone',
      validate: { ...runPath, payload: Joi.object({ csrf }).allow(null) },
      response: { schema: agentRunSchema },
    },
    async handler(request) {
      const { stopRun } = await runs();
      return { ...shownRun(await stopRun(request.ctx, runOf(request))), ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/agent/runs/{run_id}/continue',
    rules: { access: ownRun },
    options: {
      id: 'agent-runs.continue',
      description: 'Take up the last run of a conversation where the service was stopped',
      plugins: { api: { statuses: [409, 503] } },
      validate: { ...runPath, payload: Joi.object({ csrf }).allow(null) },
      response: { schema: agentRunSchema },
    },
    async handler(request) {
      const { continueRun } = await import('../runs/continuation.ts');
      return { ...shownRun(await continueRun(request.ctx, runOf(request))), ok: true };
    },
  }),
  route({
    method: 'POST',
    path: '/api/agent/runs/{run_id}/undo',
    rules: { access: { ...ownRun, opaque: ['action_ids'] } },
    options: {
      id: 'agent-runs.undo',
      description: 'Take back what a run did, or some of it; what was changed since stays and is named',
      plugins: { api: { statuses: [409] } },
      validate: {
        ...runPath,
        payload: Joi.object({ action_ids: Joi.array().items(id()).min(1).max(1000), csrf }).allow(null),
      },
      response: { schema: undoneSchema },
    },
    async handler(request) {
      const { undoRun } = await import('../actions/undo.ts');
      const { action_ids } = (request.payload ?? {}) as { action_ids?: number[] };
      return { ok: true, ...(await undoRun(request.ctx, runOf(request), action_ids)) };
    },
  }),
];

export const agentRunRoutes: Route[] = [
  ...watching,
  ...deciding,
  route({
    method: 'POST',
    path: '/api/agent/suggestions',
    rules: { access: { member: true } },
    options: {
      id: 'agent.suggest',
      description: 'A text that the model makes of another one; nothing is written',
      plugins: { api: { statuses: [429, 502, 503] } },
      validate: { payload: suggestionBody },
      response: { schema: Joi.object({ text: Joi.string().allow('').required() }) },
    },
    async handler(request) {
      const gone = new AbortController();
      request.raw.res.once('close', () => gone.abort(new Error('nobody waits any more')));
      const { suggestText } = await import('../runs/suggestion.ts');
      return { text: await suggestText(request.ctx, request.payload as SuggestionInput, gone.signal) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/agent/status',
    rules: { access: { member: true } },
    options: {
      id: 'agent.status',
      description:
        'Whether there is a model, how much of it you may still use today, what of the web the agent may read, and how much waits for you',
      response: { schema: agentStatusSchema },
    },
    handler: async ({ ctx }) => (await import('../runs/status.ts')).agentStatus(ctx),
  }),
];
