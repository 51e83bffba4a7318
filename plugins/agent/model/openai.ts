// Speaking to a model as the chat completions of OpenAI do, and many servers after them.
import { bearer, CallPieces, type ModelDialect, ModelFault, type ModelMessage, type ModelPart } from './dialect.ts';
import { eventData } from './event-source.ts';

interface Call {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface Said {
  content?: string | null;
  tool_calls?: Call[];
}

interface Answer {
  choices?: { delta?: Said; message?: Said; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: { message?: string };
}

function messageOf(message: ModelMessage): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.text };
  if (message.role === 'user') return { role: 'user', content: message.text };
  const calls = message.calls.map(({ id, name, arguments: text }) => ({
    ...{ id, type: 'function', function: { name, arguments: text } },
  }));
  return { role: 'assistant', content: message.text || null, ...(calls.length && { tool_calls: calls }) };
}

const usageOf = ({ usage }: Answer): ModelPart[] =>
  usage ? [{ type: 'usage', in: usage.prompt_tokens, out: usage.completion_tokens }] : [];

const isTooLong = (choice?: { finish_reason?: string | null }): boolean => choice?.finish_reason === 'length';

export const openai: ModelDialect = {
  request({ system, messages, tools, most }, { model, apiKey, baseUrl, isStreamed }) {
    // Newer models there take another name, and servers that only speak alike do not know it.
    const limit = new URL(baseUrl).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
    return {
      path: '/chat/completions',
      headers: bearer(apiKey),
      body: {
        model,
        messages: [{ role: 'system', content: system }, ...messages.map(messageOf)],
        ...(tools.length && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
        ...{ [limit]: most, stream: isStreamed },
        ...(isStreamed && { stream_options: { include_usage: true } }),
      },
    };
  },

  async *pieces(body) {
    const calls = new CallPieces();
    let isFinished = false;
    let isCut = false;
    for await (const data of eventData(body)) {
      if (data === '[DONE]') {
        isFinished = true;
        break;
      }
      const answer = JSON.parse(data) as Answer;
      if (answer.error) throw new ModelFault('model_refused', 'The model server reported an error.');
      const [choice] = answer.choices ?? [];
      if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content };
      for (const { index = 0, id, function: called } of choice?.delta?.tool_calls ?? [])
        calls.add(index, { id, name: called?.name, text: called?.arguments });
      if (choice?.finish_reason) isFinished = true;
      isCut ||= isTooLong(choice);
      yield* usageOf(answer);
    }
    yield* calls.parts();
    if (isFinished) yield { type: 'end', isCut };
  },

  whole(given) {
    const answer = given as Answer;
    const choice = answer.choices?.[0];
    const message = choice?.message;
    if (!message) return [];
    const calls = new CallPieces();
    for (const [at, { id, function: called }] of (message.tool_calls ?? []).entries())
      calls.add(at, { id, name: called?.name, text: called?.arguments });
    const text: ModelPart[] = message.content ? [{ type: 'text', text: message.content }] : [];
    return [...text, ...calls.parts(), ...usageOf(answer), { type: 'end', isCut: isTooLong(choice) }];
  },
};
