// Speaking to a model as the messages of Anthropic do.
import { CallPieces, type ModelDialect, ModelFault, type ModelMessage, type ModelPart } from './dialect.ts';
import { eventData } from './event-source.ts';

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: object;
}

interface Usage {
  input_tokens?: number;
  output_tokens?: number;
}

interface Event {
  type: string;
  index?: number;
  message?: { usage?: Usage };
  content_block?: Block;
  delta?: { type?: string; text?: string; partial_json?: string; stop_reason?: string | null };
  usage?: Usage;
}

const VERSION = '2023-06-01';

/** Arguments that are no object are handed back as what they were. */
function inputOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? value : { value };
  } catch {
    return { unreadable: text };
  }
}

function blocksOf(message: ModelMessage): { role: 'user' | 'assistant'; content: object[] } {
  if (message.role === 'tool')
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: message.callId, content: message.text }] };
  const text = message.text ? [{ type: 'text', text: message.text }] : [];
  if (message.role === 'user') return { role: 'user', content: text };
  const calls = message.calls.map(({ id, name, arguments: given }) => ({
    ...{ type: 'tool_use', id, name, input: inputOf(given) },
  }));
  return { role: 'assistant', content: [...text, ...calls] };
}

/** The two take turns: what one says in a row is one message. */
function inTurns(messages: ModelMessage[]): object[] {
  const turns: { role: string; content: object[] }[] = [];
  for (const { role, content } of messages.map(blocksOf).filter((one) => one.content.length)) {
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
}

const usageOf = (usage?: Usage): ModelPart[] =>
  usage ? [{ type: 'usage', in: usage.input_tokens, out: usage.output_tokens }] : [];

/** Its own limit, or the one of all that it can hold. */
const isTooLong = (reason?: string | null): boolean =>
  reason === 'max_tokens' || reason === 'model_context_window_exceeded';

export const anthropic: ModelDialect = {
  request({ system, messages, tools, most }, { model, apiKey, isStreamed }) {
    return {
      path: '/v1/messages',
      headers: { 'anthropic-version': VERSION, ...(apiKey && { 'x-api-key': apiKey }) },
      body: {
        ...{ model, system, max_tokens: most, messages: inTurns(messages), stream: isStreamed },
        ...(tools.length && {
          tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
        }),
      },
    };
  },

  async *pieces(body) {
    const calls = new CallPieces();
    let isCut = false;
    for await (const data of eventData(body)) {
      const { type, index = 0, message, content_block: block, delta, usage } = JSON.parse(data) as Event;
      if (type === 'error') throw new ModelFault('model_refused', 'The model server reported an error.');
      if (type === 'content_block_start' && block?.type === 'tool_use') calls.add(index, block);
      if (delta?.type === 'text_delta' && delta.text) yield { type: 'text', text: delta.text };
      if (delta?.type === 'input_json_delta') calls.add(index, { text: delta.partial_json });
      isCut ||= isTooLong(delta?.stop_reason);
      yield* usageOf(message?.usage);
      yield* usageOf(usage);
      if (type !== 'message_stop') continue;
      yield* calls.parts();
      yield { type: 'end', isCut };
      return;
    }
  },

  whole(given) {
    const { content, usage, stop_reason } = given as { content?: Block[]; usage?: Usage; stop_reason?: string };
    if (!content) return [];
    const parts = content.flatMap(({ type, text, id = '', name = '', input = {} }): ModelPart[] => {
      if (type === 'text' && text) return [{ type: 'text', text }];
      return type === 'tool_use' ? [{ type: 'call', call: { id, name, arguments: JSON.stringify(input) } }] : [];
    });
    return [...parts, ...usageOf(usage), { type: 'end', isCut: isTooLong(stop_reason) }];
  },
};
