// Speaking to a model as the chat of Ollama does.
import { estimateTokens } from '../runs/budget.ts';
import { bearer, type ModelDialect, type ModelMessage, type ModelPart } from './dialect.ts';
import { splitLines } from './event-source.ts';

interface Answer {
  message?: { content?: string; tool_calls?: { function?: { name?: string; arguments?: object | string } }[] };
  done?: boolean;
  done_reason?: string;
  error?: string;
  prompt_eval_count?: number;
  eval_count?: number;
}

/** It takes arguments as objects only. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

function messageOf(message: ModelMessage): object {
  if (message.role === 'tool') return { role: 'tool', tool_name: message.name, content: message.text };
  if (message.role === 'user') return { role: 'user', content: message.text };
  const calls = message.calls.map(({ name, arguments: text }) => ({
    function: { name, arguments: argumentsOf(text) },
  }));
  return { role: 'assistant', content: message.text, ...(calls.length && { tool_calls: calls }) };
}

/** @param from how many calls came before in the same answer, which has no ids of its own for them */
function partsOf({ message, done, ...about }: Answer, from: number): ModelPart[] {
  const { done_reason, prompt_eval_count, eval_count } = about;
  const text: ModelPart[] = message?.content ? [{ type: 'text', text: message.content }] : [];
  const calls = (message?.tool_calls ?? []).map(({ function: called }, at): ModelPart => {
    const given = called?.arguments ?? {};
    const written = typeof given === 'string' ? given : JSON.stringify(given);
    return { type: 'call', call: { id: `call_${from + at}`, name: called?.name ?? '', arguments: written } };
  });
  if (!done) return [...text, ...calls];
  const isCut = done_reason === 'length';
  return [...text, ...calls, { type: 'usage', in: prompt_eval_count, out: eval_count }, { type: 'end', isCut }];
}

/** Few, since a model is loaded anew for each other one. */
const CONTEXTS = [8192, 16_384, 32_768, 65_536, 131_072];

/** Of what does not fit it drops the beginning, and that says what the model is for: so much room as is needed. */
function contextFor(asked: object, most: number): number {
  const needed = estimateTokens(JSON.stringify(asked)) + most;
  return CONTEXTS.find((size) => size >= needed) ?? (CONTEXTS.at(-1) as number);
}

export const ollama: ModelDialect = {
  request({ system, messages, tools, most }, { model, apiKey, isStreamed }) {
    const asked = {
      messages: [{ role: 'system', content: system }, ...messages.map(messageOf)],
      ...(tools.length && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
    };
    const options = { num_predict: most, num_ctx: contextFor(asked, most) };
    return { path: '/api/chat', headers: bearer(apiKey), body: { model, stream: isStreamed, options, ...asked } };
  },

  async *pieces(body) {
    let calls = 0;
    for await (const line of splitLines(body)) {
      const parts = partsOf(JSON.parse(line) as Answer, calls);
      calls += parts.filter(({ type }) => type === 'call').length;
      yield* parts;
    }
  },

  whole: (answer) => partsOf(answer as Answer, 0),
};
