// What requests of devices carry, and how they are answered.
import Joi from 'joi';
import { id, MAX_ID } from '../../../core/http/schema-fields.ts';
import { inspect } from '../../../core/http/validation-errors.ts';
import { ENTRY_STATUSES, ENTRY_TYPES, OUTCOMES } from '../model.ts';

export const DELTA_MAX = 1000;
export const DOCUMENTS_MAX = 50;
export const HELD_MAX = 5000;
export const BATCH_MAX = 500;

const integer = () => Joi.number().integer();
/** Names that devices make up: a UUID, as a rule. */
const ownName = () =>
  Joi.string()
    .pattern(/^[\x21-\x7e]{1,100}$/, 'visible characters')
    .example('5f1c7a52-3c0e-4a47-9a1e-0d6b8e3f2a10');
export const deviceIdSchema = () => ownName().description('what the device calls itself, the same each time');
const deviceName = () => Joi.string().trim().max(100).description('what people call it').example('Phone');

export const deltaFields = {
  since: Joi.alternatives(Joi.string().allow('').max(500), integer().min(0)).description(
    'cursor of the answer before, or the `seq` of a change; absent or 0: everything from the beginning',
  ),
  limit: integer()
    .min(1)
    .max(DELTA_MAX)
    .default(500)
    .description('pages and rows at most; databases come beside theirs'),
};

const changeSchema = Joi.object({
  seq: integer().required(),
  type: Joi.valid('workspace', 'page', 'row', 'collection').required(),
  id: integer().required(),
  version: integer().required().description('its sync_version; workspaces have 0'),
  op: Joi.valid('upsert', 'delete', 'revoke').required(),
  data: Joi.object().unknown().allow(null).required().description('the resource without its text; of upsert only'),
}).meta({ title: 'SyncChange' });

export const deltaSchema = Joi.object({
  changes: Joi.array().items(changeSchema).required(),
  cursor: Joi.string().required(),
  has_more: Joi.boolean().required(),
  resync_required: Joi.boolean().required().description('away for over 30 days: this answer begins anew'),
  recheck: Joi.boolean().required().description('ask POST /sync/status which of your things are gone'),
}).meta({ title: 'SyncDelta' });

export const syncStatusSchema = Joi.object({
  server_time: Joi.string().required(),
  read_only: Joi.boolean().required().description('nothing can be changed for a while'),
  devices: Joi.array()
    .items(
      Joi.object({
        device_id: Joi.string().required(),
        name: Joi.string().allow('').required(),
        last_sync_at: Joi.string().required(),
        pending: integer().required(),
        failed: integer().required(),
      }),
    )
    .required(),
  queue: Joi.object(Object.fromEntries(ENTRY_STATUSES.map((status) => [status, integer().required()]))).required(),
  conflicts: integer().required().description('open ones'),
}).meta({ title: 'SyncStatus' });

export const heldBody = Joi.object({
  device_id: deviceIdSchema().required(),
  device_name: deviceName(),
  held: Joi.array()
    .items(Joi.object({ id: id().required(), version: integer().min(0).max(MAX_ID).required() }))
    .max(HELD_MAX)
    .required()
    .description('pages and rows that the device keeps'),
})
  .required()
  .example({ device_id: 'phone-1', device_name: 'Phone', held: [{ id: 12, version: 3 }] });

export const deviceCheckSchema = Joi.object({
  gone: Joi.array().items(integer()).required().description('delete them'),
  stale: Joi.array().items(integer()).required().description('another version is current'),
}).meta({ title: 'SyncHeld' });

export const documentSchema = Joi.object({
  id: integer().required(),
  version: integer().required(),
  epoch: Joi.string().allow(null).required().description('another one: the text was replaced'),
  schema_version: integer().allow(null).required(),
  state: Joi.string().allow(null).required().description('the shared document as one Yjs update, in base64'),
  html: Joi.string().allow('').required(),
  can_edit: Joi.boolean().required().description('whether you may write in it now'),
  files: Joi.array()
    .items(
      Joi.object({
        id: integer().required(),
        name: Joi.string().allow('').required(),
        size: integer().required(),
        url: Joi.string().required(),
      }),
    )
    .required(),
}).meta({ title: 'SyncDocument' });

export const TAGGED_MAX = 500;

export const deviceTagsSchema = Joi.object({
  tags: Joi.array()
    .items(Joi.object({ id: integer().required(), name: Joi.string().required(), color: Joi.string().required() }))
    .required()
    .description('all of yours, by name'),
  pages: Joi.array()
    .items(Joi.object({ id: integer().required(), tags: Joi.array().items(Joi.string()).required() }))
    .required()
    .description('those that carry some, with their names'),
}).meta({ title: 'SyncTags' });

/** JSON text is looked through as the body around it has been. */
const payloadText = () =>
  Joi.string()
    .custom((text: string, { error }) => {
      try {
        const value: unknown = JSON.parse(text);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (isObject && !inspect('body', value).length) return value;
      } catch {
        // Said below.
      }
      return error('string.payload');
    })
    .messages({ 'string.payload': '{{#label}} must be the text of a JSON object' });

const mutationSchema = Joi.object({
  client_id: ownName()
    .required()
    .description('names the change; of one that makes something, also what later ones call that'),
  // Another one is an answer of its own: a device with a newer program gets the rest of its changes through.
  type: Joi.string()
    .pattern(/^[a-z][a-z_]{0,39}$/, 'name of a type')
    .required()
    .description(`one of ${ENTRY_TYPES.join(', ')}; a change of any other is rejected`),
  payload: Joi.alternatives(Joi.object().unknown(), payloadText())
    .required()
    .description('by type, see the help; an object, or the same as JSON text'),
  base_version: integer().min(0).max(MAX_ID).description('sync_version that the device saw last'),
  client_timestamp: Joi.number().required().description('milliseconds since 1970; only shown'),
});

export const batchBody = Joi.object({
  device_id: deviceIdSchema().required(),
  device_name: deviceName(),
  mutations: Joi.array().items(mutationSchema).max(BATCH_MAX).required(),
})
  .required()
  .example({
    device_id: 'phone-1',
    mutations: [
      {
        client_id: 'new-page-1',
        type: 'page_create',
        payload: { workspace_id: 1, title: 'Written on the train' },
        client_timestamp: 1_790_000_000_000,
      },
    ],
  });

const blockId = () => Joi.string().pattern(/^[A-Za-z0-9_-]{1,32}$/, 'id of a block');
export const FOLLOWED_MAX = 100;

export const filePlaceBody = Joi.object({
  page_id: id().required(),
  file_id: id().required(),
  block_id: blockId().required().description('new: what is there already is not put there again'),
  after: Joi.array()
    .items(blockId())
    .max(FOLLOWED_MAX)
    .default([])
    .description('blocks of which the first that is there comes before it; at the end, where none is'),
}).required();

const outcomeSchema = Joi.object({
  client_id: Joi.string().required(),
  status: Joi.valid(...OUTCOMES).required(),
  id: integer(),
  page_id: integer().description('of a database'),
  version: integer(),
  copy_id: integer().description('page with what was not taken'),
  overwrote: Joi.object().unknown().description('what was there, unknown to the device'),
  code: Joi.string(),
  detail: Joi.string(),
  retry: Joi.valid(true).description('it may go through when it is sent again'),
  repeated: Joi.valid(true).description('it was sent before; this is what came of it'),
}).meta({ title: 'SyncOutcome' });

export const queueEntrySchema = Joi.object({
  id: integer().required(),
  user_id: integer().required(),
  device_id: Joi.string().required(),
  client_id: Joi.string().required(),
  type: Joi.string().required().description('as the device named it'),
  payload: Joi.string().required().description('what the device sent, as JSON text'),
  client_timestamp: Joi.number().required(),
  server_version: integer().required().description('sync_version of what it changed; 0: nothing yet'),
  status: Joi.valid(...ENTRY_STATUSES).required(),
  retries: integer().required(),
  error: Joi.string().allow('', null).required(),
  created_at: Joi.string().required(),
}).meta({ title: 'SyncQueueEntry' });

export const batchSchema = Joi.object({ results: Joi.array().items(outcomeSchema).required() }).meta({
  title: 'SyncBatch',
});

const fields = () => Joi.object().unknown();
const text = () => Joi.string().allow('').required();
export const conflictSchema = Joi.object({
  id: integer().required(),
  device_id: Joi.string().required(),
  client_id: Joi.string().required(),
  target_id: integer().required().description('the page, the row, or the page of the database'),
  title: Joi.string().allow('').required(),
  base: fields().required().description('what the device had seen'),
  mine: fields().required().description('what it wanted'),
  theirs: fields().required().description('what is there now'),
  words: Joi.array()
    .items(Joi.object({ field: text(), name: text(), mine: text(), theirs: text() }))
    .required()
    .description('both sides as people read them, in the language of the reader'),
  copy_page_id: integer().allow(null).required(),
  state: Joi.valid('open', 'mine', 'theirs', 'both').required(),
  created_at: Joi.string().required(),
  resolved_at: Joi.string().allow(null).required(),
}).meta({ title: 'SyncConflict' });
