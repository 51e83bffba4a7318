// What the product sends to other programs by itself: the section `webhooks` of the OpenAPI document.
import type Joi from 'joi';
import { type Point, point } from '../kernel/plugin.ts';
import type { JsonSchema, SchemaBook } from './json-schema.ts';

/** One kind of message that is posted to addresses which people give. */
export interface SentMessage {
  /** `page.created` */
  name: string;
  summary: string;
  schema: Joi.Schema;
  example: object;
  /** what each header says, by its name */
  headers: Record<string, string>;
  /** what the receiver may answer, by status */
  answers: Record<string, string>;
}

export const sentMessages: Point<SentMessage> = point('core.sent-messages');

interface SentOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: 'header'; required: true; description: string; schema: JsonSchema }[];
  requestBody: { required: true; content: Record<'application/json', { schema: JsonSchema; example: object }> };
  responses: Record<string, { description: string }>;
}

const operationOf = (book: SchemaBook, message: SentMessage): SentOperation => ({
  operationId: `webhooks.${message.name}`,
  summary: message.summary,
  tags: ['webhooks'],
  parameters: Object.entries(message.headers).map(([name, description]) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: book.convert(message.schema), example: message.example } },
  },
  responses: Object.fromEntries(
    Object.entries(message.answers).map(([status, description]) => [status, { description }]),
  ),
});

/** By name. */
export function describeMessages(book: SchemaBook, messages: SentMessage[]): Record<string, { post: SentOperation }> {
  return Object.fromEntries(
    messages.map((message) => {
      book.describing(`webhooks.${message.name}`);
      return [message.name, { post: operationOf(book, message) }];
    }),
  );
}
