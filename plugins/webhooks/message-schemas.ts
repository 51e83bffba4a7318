// Messages in the API document: the schema of each event, with an example.
import Joi from 'joi';
import { adding } from '../../core/kernel/plugin.ts';
import { type SentMessage, sentMessages } from '../../core/openapi/sent-message.ts';
import { AUTOMATION_EVENT, EVENT_CATALOG, TEST_EVENT } from './event-catalog.ts';

const whole = Joi.object().unknown();

/** Data of an event as its example has it, with the page or row of full messages. */
const dataSchema = (data: Record<string, unknown>) =>
  Joi.object({
    ...Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        typeof value === 'string'
          ? key === 'event'
            ? Joi.string().allow(null)
            : Joi.string()
          : Joi.number().integer().allow(null),
      ]),
    ),
    id: Joi.number().integer().required(),
    page: whole.description('the page as GET /api/v2/pages/{id} answers it to the owner, in full messages'),
    row: whole.description('the row as GET /api/v2/rows/{id} answers it to the owner, in full messages'),
  }).unknown();

const schemaOf = (type: string, data: Record<string, unknown>) =>
  Joi.object({
    type: Joi.valid(type).required(),
    timestamp: Joi.string().required().description('when it happened'),
    id: Joi.string().required().description('of the event: the same for every webhook'),
    seq: Joi.number()
      .integer()
      .required()
      .description(
        'place in the stream: messages may come in another order; of webhook.test and automation.fired, which are in none, the place of the newest event then',
      ),
    workspace_id: Joi.number().integer().required().allow(null),
    actor_id: Joi.number().integer().required().allow(null).description('who did it; null: the service itself'),
    origin: Joi.valid('user', 'import', 'automation', 'agent', 'sync', 'system').required(),
    changed: Joi.array().items(Joi.string()).required().description('fields, and values.<id> of properties'),
    data: dataSchema(data).required(),
    truncated: Joi.valid(true).description('page or row were left out: the message would be longer than 20 kB'),
  });

const headers = {
  'webhook-id': 'Equal in all attempts: whoever has seen it has seen the message',
  'webhook-timestamp': 'Seconds since 1970, of this attempt',
  'webhook-signature': 'Of id, timestamp and body, as Standard Webhooks 1.0 say; two of them while secrets rotate',
};
const answers = {
  '2XX': 'Any of these: it has arrived. Everything else is tried again, for about three days',
  '410': 'Gone for good: the webhook is switched off',
};

const described = (
  type: string,
  summary: string,
  data: Record<string, unknown>,
  changed: string[] = [],
): SentMessage => ({
  ...{ name: type, summary, headers, answers },
  schema: schemaOf(type, data),
  example: {
    ...{ type, timestamp: '2026-11-20T09:00:00.000Z', id: '7a1f4c1e-54a5-4f0e-9a51-0a2b7f0c2d11', seq: 4711 },
    ...{ workspace_id: 1, actor_id: 3, origin: type === AUTOMATION_EVENT ? 'automation' : 'user', changed, data },
  },
});

export const descriptions = [
  ...Object.entries(EVENT_CATALOG).map(([type, { summary, data, changed }]) => described(type, summary, data, changed)),
  described(AUTOMATION_EVENT, 'An automation acted that tells this webhook; event: what it acted on, if anything', {
    ...{ id: 12, name: 'Urgent pages', event: 'page.updated', page_id: 120 },
  }),
  described(TEST_EVENT, 'Sent when somebody tests a webhook', { id: 4, name: 'Search index' }),
].map((one) => adding(sentMessages, one));
