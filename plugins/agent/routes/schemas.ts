// What requests about conversations hold, and how answers show one.
import Joi from 'joi';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import {
  type AgentAction,
  type AgentRun,
  type Conversation,
  type ConversationMessage,
  MODES,
  NOTE_MAX,
  NOTES_MAX,
  RUN_STATUSES,
  SUGGESTIONS,
} from '../model.ts';

export const conversationFields = {
  title: Joi.string().trim().allow('').max(200),
  mode: Joi.valid(...MODES).description(
    'ask: only reads; approve: asks before it writes; auto: writes at its page and below',
  ),
  memory_enabled: Joi.boolean().description('whether a line of each exchange is kept for the next one'),
  page_id: id().allow(null),
};

export const newConversationBody = Joi.object({ ...conversationFields, workspace_id: id().allow(null), csrf })
  .allow(null)
  .example({ title: 'Plans', mode: 'approve' });

export const conversationBody = Joi.object({ ...conversationFields, csrf }).required();

export const shownConversation = ({ user_id: _owner, ...shown }: Conversation) => shown;

const shape = {
  id: Joi.number().integer().required(),
  workspace_id: Joi.number().integer().allow(null).required(),
  page_id: Joi.number().integer().allow(null).required().description('the page that it was begun at'),
  title: Joi.string().allow('').required(),
  mode: Joi.valid(...MODES).required(),
  memory_enabled: Joi.boolean().required(),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
};

export const listedConversation = Joi.object({
  ...shape,
  waiting: Joi.boolean().required().description('whether something waits for your decision'),
}).meta({ title: 'ListedConversation' });

export const changedConversation = Joi.object({ ...shape, ok: Joi.valid(true).required() }).meta({
  title: 'ChangedConversation',
});

/** As people read it: what a tool answered stays with the run. */
export const shownMessage = ({
  id: message_id,
  run_id,
  role,
  text,
  calls,
  call_id,
  tool,
  sources,
  created_at,
}: ConversationMessage) => ({
  ...{ id: message_id, run_id, role, text, calls, call_id, tool, sources, created_at },
});

const noteSchema = Joi.object({
  id: Joi.number().integer().required(),
  text: Joi.string().required(),
  created_at: Joi.string().required(),
});

const memoryShape = {
  enabled: Joi.boolean().required(),
  notes: Joi.array().items(noteSchema).required(),
  block: Joi.string().allow('').required().description('as the next run is given it'),
};

export const memorySchema = Joi.object(memoryShape).meta({ title: 'Memory' });
export const changedMemory = Joi.object({ ...memoryShape, ok: Joi.valid(true).required() }).meta({
  title: 'ChangedMemory',
});

export const memoryBody = Joi.object({
  notes: Joi.array()
    .items(Joi.object({ id: id(), text: Joi.string().trim().min(1).max(NOTE_MAX).required() }))
    .max(NOTES_MAX)
    .required()
    .description('these and no others; one with the id of a note keeps its date'),
  csrf,
})
  .required()
  .example({ notes: [{ text: 'The report is due in March' }] });

export const doneSchema = Joi.object({ ok: Joi.valid(true).required() });

export const messageBody = Joi.object({
  text: Joi.string().trim().min(1).max(20_000).required(),
  page_id: id().allow(null).description('where you are now'),
  csrf,
})
  .required()
  .example({ text: 'What is new?' });

export const decisionsBody = Joi.object({
  decisions: Joi.array()
    .items(
      Joi.object({
        action_id: id().required(),
        allow: Joi.valid('once', 'run', 'no').required().description('run: this tool until more was read in this run'),
      }),
    )
    .min(1)
    .max(100)
    .required(),
  csrf,
}).required();

/** Without what only the process that works on it needs. */
export const shownRun = (run: AgentRun) => {
  const { id: run_id, conversation_id, status, code, detail, model, tokens_in, tokens_out, created_at, ended_at } = run;
  return { id: run_id, conversation_id, status, code, detail, model, tokens_in, tokens_out, created_at, ended_at };
};

/** Without the way back, which holds what was there before. */
export const shownAction = ({ undo, ...action }: AgentAction) => ({ ...action, can_undo: undo !== null });

export const agentRunSchema = Joi.object({
  id: Joi.number().integer().required(),
  conversation_id: Joi.number().integer().allow(null).required().description('null: of an agent of another program'),
  status: Joi.valid(...RUN_STATUSES).required(),
  code: Joi.string().allow('').required().description('why it failed'),
  detail: Joi.string().allow('').required(),
  model: Joi.string().allow('').required(),
  tokens_in: Joi.number().integer().required(),
  tokens_out: Joi.number().integer().required(),
  created_at: Joi.string().required(),
  ended_at: Joi.string().allow(null).required(),
  ok: Joi.valid(true).required(),
}).meta({ title: 'AgentRun' });

export const undoneSchema = Joi.object({
  ok: Joi.valid(true).required(),
  undone: Joi.array().items(Joi.number().integer()).required().description('actions that were taken back'),
  kept: Joi.array()
    .items(
      Joi.object({
        action_id: Joi.number().integer().required(),
        tool: Joi.string().required(),
        page_id: Joi.number().integer().allow(null).required(),
        reason: Joi.valid('changed', 'went_out', 'refused').required(),
        detail: Joi.string().allow('').required(),
        changed_by: Joi.object({ id: Joi.number().integer(), name: Joi.string() }).allow(null).required(),
      }),
    )
    .required()
    .description('what stays as it is, and why'),
});

export const agentStatusSchema = Joi.object({
  configured: Joi.boolean().required(),
  provider: Joi.string().allow(null).required(),
  model: Joi.string().allow(null).required(),
  day: Joi.object({ used: Joi.number().integer().required(), limit: Joi.number().integer().required() }).required(),
  fetch_hosts: Joi.array()
    .items(Joi.string())
    .required()
    .description('hosts of the web that the agent may read; none: any public one'),
  waiting: Joi.number().integer().required().description('conversations that wait for your decision'),
});

export const wholeConversation = Joi.object({
  ...shape,
  messages: Joi.array().items(Joi.object().unknown()).required(),
  runs: Joi.array().items(Joi.object().unknown()).required().description('each with its actions'),
  watch_after: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('while a run is going: what …/events begins after'),
}).meta({ title: 'WholeConversation' });

export const suggestionBody = Joi.object({
  kind: Joi.valid(...SUGGESTIONS).required(),
  text: Joi.string().trim().min(1).max(20_000).required().description('Markdown'),
  wish: Joi.string().trim().min(1).max(2000).description('what is asked, which ask needs, or how it is rewritten'),
  language: Joi.string().trim().min(2).max(60).description('into which translate translates'),
  csrf,
}).required();
