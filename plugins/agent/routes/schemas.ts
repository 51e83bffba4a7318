// What requests about conversations hold, and how answers show one.
import Joi from 'joi';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { NOTE_MAX, NOTES_MAX } from '../conversations/memory.ts';
import { type Conversation, type Message, MODES } from '../model.ts';

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

export const conversationSchema = Joi.object({
  id: Joi.number().integer().required(),
  workspace_id: Joi.number().integer().allow(null).required(),
  page_id: Joi.number().integer().allow(null).required().description('the page that it was begun at'),
  title: Joi.string().allow('').required(),
  mode: Joi.valid(...MODES).required(),
  memory_enabled: Joi.boolean().required(),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
}).meta({ title: 'Conversation' });

export const changedConversation = conversationSchema.append({ ok: Joi.valid(true).required() });

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
}: Message) => ({
  ...{ id: message_id, run_id, role, text, calls, call_id, tool, sources, created_at },
});

const noteSchema = Joi.object({
  id: Joi.number().integer().required(),
  text: Joi.string().required(),
  created_at: Joi.string().required(),
});

export const memorySchema = Joi.object({
  enabled: Joi.boolean().required(),
  notes: Joi.array().items(noteSchema).required(),
  block: Joi.string().allow('').required().description('as the next run is given it'),
}).meta({ title: 'Memory' });

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

export const done = Joi.object({ ok: Joi.valid(true).required() });
