// What people do with the agent by forms, which lead back to the page that they came from.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { inBody } from '../../../core/http/policy.ts';
import { type Ref, type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { type AgentMode, type AgentRun, type Conversation, MODES, NOTE_MAX } from '../model.ts';
import { agentPolicies } from '../policies.ts';
import type { ActionDecision } from '../runs/runs.ts';
import { conversationPath, embed, ownConversation } from './html.ts';

// What few requests need is loaded with the first of them: the start of the service pays for none of it.
const runs = () => import('../runs/runs.ts');

const payload = { allow: ['application/x-www-form-urlencoded'] };
const ownRun = { own: true, resource: 'agent-run', param: 'run_id' } as const;
const runPath = params({ run_id: id() });
const pageRef = inBody('page_id', agentPolicies.talkAbout);
const text = Joi.string().trim().min(1).max(20_000).required();
const mode = Joi.valid(...MODES);

const rowOf = (request: Request): Conversation => loaded(request, 'id');
const runOf = (request: Request): AgentRun => loaded(request, 'run_id');

function back(request: Request, h: ResponseToolkit, path: string, more: Record<string, string> = {}): ResponseObject {
  const { embed: isBeside } = request.payload as { embed?: string };
  const query = new URLSearchParams({ ...(isBeside && { embed: '1' }), ...more });
  return h.redirect(query.size ? `${path}?${query}` : path).code(303);
}

const toRun = ({ conversation_id }: AgentRun): string =>
  conversation_id === null ? '/agent' : `/agent/${conversation_id}`;

interface Act {
  name: string;
  path: string;
  refs?: Ref[];
  opaque?: string[];
  body?: Record<string, Joi.Schema>;
  run(request: Request, h: ResponseToolkit): Promise<ResponseObject>;
}

const conversationActs: Act[] = [
  {
    name: 'agent-runs.start-by-form',
    path: '/agent/{id}/messages',
    body: { text },
    async run(request, h) {
      const { startRun } = await runs();
      await startRun(request.ctx, rowOf(request), { text: (request.payload as { text: string }).text });
      return back(request, h, `/agent/${rowOf(request).id}`);
    },
  },
  {
    name: 'agent-conversations.change-by-form',
    path: '/agent/{id}/change',
    body: { title: Joi.string().trim().allow('').max(200), mode, memory_enabled: Joi.valid('yes') },
    async run(request, h) {
      const { title, mode: wanted, memory_enabled } = request.payload as Record<string, string>;
      const { changeConversation } = await import('../conversations/conversations.ts');
      await changeConversation(request.ctx, rowOf(request).id, {
        ...{ memory_enabled: memory_enabled === 'yes', ...(title !== undefined && { title }) },
        ...(wanted && { mode: wanted as AgentMode }),
      });
      return back(request, h, `/agent/${rowOf(request).id}`, { done: 'saved' });
    },
  },
  {
    name: 'agent-conversations.remove-by-form',
    path: '/agent/{id}/delete',
    async run(request, h) {
      const { removeConversation } = await import('../runs/deletion.ts');
      await removeConversation(request.ctx, rowOf(request).id);
      return back(request, h, '/agent', { done: 'deleted' });
    },
  },
  {
    name: 'agent-memory.replace-by-form',
    path: '/agent/{id}/memory',
    opaque: ['note_id'],
    body: {
      note_id: Joi.array().items(id()).single().default([]),
      text: Joi.array().items(Joi.string().trim().allow('').max(NOTE_MAX)).single().default([]),
    },
    async run(request, h) {
      const { note_id, text: texts } = request.payload as { note_id: number[]; text: string[] };
      const notes = texts.map((words, at) => ({ id: note_id[at], text: words })).filter((note) => note.text);
      const { changeMemory } = await import('../conversations/memory.ts');
      await changeMemory(request.ctx, rowOf(request), notes);
      return back(request, h, `/agent/${rowOf(request).id}/memory`, { done: 'saved' });
    },
  },
];

const runActs: Act[] = [
  {
    name: 'agent-runs.decide-by-form',
    path: '/agent/runs/{run_id}/decide',
    opaque: ['action_id'],
    body: { action_id: id().required(), allow: Joi.valid('once', 'run', 'no').required() },
    async run(request, h) {
      const { action_id, allow } = request.payload as ActionDecision;
      const { decideActions } = await runs();
      await decideActions(request.ctx, runOf(request), [{ action_id, allow }]);
      return back(request, h, toRun(runOf(request)));
    },
  },
  {
    name: 'agent-runs.stop-by-form',
    path: '/agent/runs/{run_id}/stop',
    async run(request, h) {
      const { stopRun } = await runs();
      await stopRun(request.ctx, runOf(request));
      return back(request, h, toRun(runOf(request)));
    },
  },
  {
    name: 'agent-runs.continue-by-form',
    path: '/agent/runs/{run_id}/continue',
    async run(request, h) {
      const { continueRun } = await import('../runs/continuation.ts');
      await continueRun(request.ctx, runOf(request));
      return back(request, h, toRun(runOf(request)));
    },
  },
  {
    name: 'agent-runs.undo-by-form',
    path: '/agent/runs/{run_id}/undo',
    async run(request, h) {
      const { undoRun } = await import('../actions/undo.ts');
      const { undone, kept } = await undoRun(request.ctx, runOf(request));
      const done = undone.length ? 'undone' : 'kept';
      return back(request, h, toRun(runOf(request)), { done, kept: String(kept.length) });
    },
  },
];

export const agentFormRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/agent',
    rules: { access: { member: true, refs: [pageRef] }, html: true, form: true },
    options: {
      id: 'agent-conversations.create-by-form',
      payload,
      validate: { payload: Joi.object({ text, mode, page_id: id().empty(''), embed, csrf }).required() },
    },
    async handler(request, h) {
      const { text: asked, ...input } = request.payload as { text: string; mode?: AgentMode; page_id?: number };
      const { mode: wanted, page_id } = input;
      const begun = { ...(wanted && { mode: wanted }), ...(page_id !== undefined && { page_id }) };
      const { startConversation } = await runs();
      const conversation = await startConversation(request.ctx, begun, { text: asked });
      return back(request, h, `/agent/${conversation.id}`);
    },
  }),
  ...[...conversationActs, ...runActs].map(({ name, path, refs = [], opaque = [], body = {}, run }) => {
    const isRun = path.includes('{run_id}');
    return route({
      method: 'POST',
      path,
      rules: { access: { ...(isRun ? ownRun : ownConversation), refs, opaque }, html: true, form: true },
      options: {
        id: name,
        payload,
        validate: {
          params: isRun ? runPath : conversationPath,
          payload: Joi.object({ ...body, embed, csrf }).required(),
        },
      },
      handler: run,
    });
  }),
];
