// Conversations with the agent and what they remember, in the browser's JSON (specification, Agent connectors and memory).
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import type { ConversationInput } from '../conversations/conversations.ts';
import type { Conversation } from '../model.ts';
import { agentPolicies } from '../policies.ts';
import { agentRunStore } from '../runs/run-store.ts';
import {
  changedConversation,
  changedMemory,
  conversationBody,
  doneSchema,
  listedConversation,
  memoryBody,
  memorySchema,
  newConversationBody,
  shownAction,
  shownConversation,
  shownMessage,
  shownRun,
  wholeConversation,
} from './schemas.ts';

const PATH = '/api/agent/conversations';
const own = { own: true, resource: 'agent-conversation', param: 'id' } as const;
const validate = { params: params({ id: id() }) };
const page = inBody('page_id', agentPolicies.talkAbout);
const workspace = inBody('workspace_id', workspacePolicies.view);

// What few requests need is loaded with the first of them: the start of the service pays for none of it.
const conversations = () => import('../conversations/conversations.ts');
const memory = () => import('../conversations/memory.ts');
const deletion = () => import('../runs/deletion.ts');

const rowOf = (request: Request): Conversation => loaded(request, 'id');

const ownRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { list: true, resource: 'agent-conversation' } },
    options: {
      id: 'agent-conversations.list',
      description: 'Your conversations with the agent, those that were used last first',
      response: { schema: Joi.object({ conversations: Joi.array().items(listedConversation).required() }) },
    },
    async handler({ ctx }) {
      const waiting = new Set(await agentRunStore.waiting(ctx, userOf(ctx).id));
      const { listConversations } = await conversations();
      const shown = (await listConversations(ctx)).map(shownConversation);
      return { conversations: shown.map((one) => ({ ...one, waiting: waiting.has(one.id) })) };
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access: { member: true, refs: [page, workspace] } },
    options: {
      id: 'agent-conversations.create',
      description: 'Begin a conversation with the agent, at a page or by itself',
      plugins: { api: { statuses: [404, 409] } },
      validate: { payload: newConversationBody },
      response: { schema: changedConversation },
    },
    async handler({ ctx, payload }) {
      const { createConversation } = await conversations();
      return { ...shownConversation(await createConversation(ctx, (payload ?? {}) as ConversationInput)), ok: true };
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: { access: own },
    options: {
      id: 'agent-conversations.one',
      description: 'A conversation of yours with what was said in it, oldest first',
      validate,
      response: { schema: wholeConversation },
    },
    handler: async (request) => {
      const { conversationRecord } = await import('../runs/record.ts');
      const { messages, runs, watch_after } = await conversationRecord(request.ctx, rowOf(request));
      return {
        ...shownConversation(rowOf(request)),
        messages: messages.map(shownMessage),
        runs: runs.map(({ actions, ...run }) => ({ ...shownRun(run), actions: actions.map(shownAction) })),
        watch_after,
      };
    },
  }),
  route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    rules: { access: { ...own, refs: [page] } },
    options: {
      id: 'agent-conversations.change',
      description: 'Change the title, the mode, the page or the memory of a conversation',
      validate: { ...validate, payload: conversationBody },
      response: { schema: changedConversation },
    },
    async handler(request) {
      const { changeConversation } = await conversations();
      const changed = await changeConversation(request.ctx, rowOf(request).id, request.payload as ConversationInput);
      return { ...shownConversation(changed), ok: true };
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: { access: own },
    options: {
      id: 'agent-conversations.remove',
      description: 'Delete a conversation with its memory; what it did in pages stays',
      validate,
      response: { schema: doneSchema },
    },
    handler: async (request) => {
      await (await deletion()).removeConversation(request.ctx, rowOf(request).id);
      return { ok: true };
    },
  }),
];

const memoryRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${PATH}/{id}/memory`,
    rules: { access: own },
    options: {
      id: 'agent-memory.one',
      description: 'What a conversation remembers',
      validate,
      response: { schema: memorySchema },
    },
    handler: async (request) => (await memory()).memoryOf(request.ctx, rowOf(request)),
  }),
  route({
    method: 'PUT',
    path: `${PATH}/{id}/memory`,
    rules: { access: own },
    options: {
      id: 'agent-memory.replace',
      description: 'Correct what a conversation remembers',
      validate: { ...validate, payload: memoryBody },
      response: { schema: changedMemory },
    },
    handler: async (request) => {
      const { notes } = request.payload as { notes: { id?: number; text: string }[] };
      const { changeMemory } = await memory();
      return { ...(await changeMemory(request.ctx, rowOf(request), notes)), ok: true };
    },
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}/memory`,
    rules: { access: own },
    options: {
      id: 'agent-memory.remove',
      description: 'Forget what a conversation remembers',
      validate,
      response: { schema: doneSchema },
    },
    handler: async (request) => {
      await (await memory()).changeMemory(request.ctx, rowOf(request), []);
      return { ok: true };
    },
  }),
];

export const conversationRoutes: Route[] = [...ownRoutes, ...memoryRoutes];
