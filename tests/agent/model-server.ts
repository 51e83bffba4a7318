// A model server of three dialects that says what a script tells it to: whole or in pieces, and as badly as tests want.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ProviderName } from '../../plugins/agent/settings.ts';

export interface Heard {
  role: string;
  text: string;
  calls: { name: string; args: unknown }[];
}

export interface Asked {
  dialect: ProviderName;
  headers: IncomingMessage['headers'];
  system: string;
  messages: Heard[];
  tools: string[];
  // biome-ignore lint/suspicious/noExplicitAny: bodies of three dialects
  body: any;
}

export interface Reply {
  text?: string;
  calls?: { name: string; args?: object; raw?: string }[];
  /** it says that it would have been longer */
  isCut?: true;
  /** tokens; default 10 and 5 */
  usage?: { in: number; out: number };
  status?: number;
  headers?: Record<string, string>;
  /** what goes wrong after the head: silence, nonsense, an end in the middle, or more than anybody reads */
  fault?: 'hang' | 'garbage' | 'half' | 'huge' | 'nothing';
}

export type Script = (asked: Asked, turn: number) => Reply | Promise<Reply>;

export interface ModelServer {
  url: string;
  asked: Asked[];
  /** answers that have neither ended nor been given up by who asked */
  answering: number;
  script: Script;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of three dialects
type Any = any;

function heardAnthropic({ role, content }: Any): Heard[] {
  const text = (type: string, key: string) =>
    content.filter((one: Any) => one.type === type).map((one: Any) => one[key]);
  const calls = content
    .filter((one: Any) => one.type === 'tool_use')
    .map(({ name, input }: Any) => ({ name, args: input }));
  const results = text('tool_result', 'content').map((one: string) => ({ role: 'tool', text: one, calls: [] }));
  const said = text('text', 'text').join('');
  return said || calls.length ? [...results, { role, text: said, calls }] : results;
}

function read(dialect: ProviderName, headers: IncomingMessage['headers'], body: Any): Asked {
  const tools = (body.tools ?? []).map((one: Any) => one.name ?? one.function.name);
  if (dialect === 'anthropic') {
    const turns = body.messages.map(({ role }: Any) => role);
    if (turns.some((role: string, at: number) => role === turns[at - 1])) throw new Error('roles do not take turns');
    return { dialect, headers, body, tools, system: body.system, messages: body.messages.flatMap(heardAnthropic) };
  }
  const [{ content: system }, ...rest] = body.messages;
  const messages = rest.map(({ role, content, tool_calls: calls = [] }: Any) => ({
    ...{ role, text: content ?? '' },
    calls: calls.map(({ function: { name, arguments: args } }: Any) => ({ name, args })),
  }));
  return { dialect, headers, body, tools, system, messages };
}

const parts = (text: string): string[] => text.match(/[\s\S]{1,7}/g) ?? [];
const event = (data: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const written = ({ args, raw }: { args?: object; raw?: string }): string => raw ?? JSON.stringify(args ?? {});

function openaiReply(
  { text = '', calls = [], usage = { in: 10, out: 5 }, isCut }: Reply,
  isStreamed: boolean,
): string[] {
  const finish_reason = isCut ? 'length' : calls.length ? 'tool_calls' : 'stop';
  const counted = { prompt_tokens: usage.in, completion_tokens: usage.out };
  if (!isStreamed) {
    const tool_calls = calls.map((one, at) => ({
      ...{ id: `c${at}`, type: 'function', function: { name: one.name, arguments: written(one) } },
    }));
    return [JSON.stringify({ choices: [{ message: { content: text, tool_calls }, finish_reason }], usage: counted })];
  }
  const delta = (said: object, reason: string | null = null) =>
    event({
      id: 'chat',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'stub',
      choices: [{ index: 0, delta: said, finish_reason: reason }],
    });
  return [
    delta({ role: 'assistant', content: '' }),
    ...parts(text).map((content) => delta({ content })),
    ...calls.flatMap((one, index) => [
      delta({
        tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name: one.name, arguments: '' } }],
      }),
      ...parts(written(one)).map((text_) => delta({ tool_calls: [{ index, function: { arguments: text_ } }] })),
    ]),
    delta({}, finish_reason),
    event({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: 'stub', choices: [], usage: counted }),
    event('[DONE]'),
  ];
}

function anthropicReply(
  { text = '', calls = [], usage = { in: 10, out: 5 }, isCut }: Reply,
  isStreamed: boolean,
): string[] {
  const stop_reason = isCut ? 'max_tokens' : calls.length ? 'tool_use' : 'end_turn';
  const blocks = [
    ...(text ? [{ type: 'text', text }] : []),
    ...calls.map((one, at) => ({ type: 'tool_use', id: `t${at}`, name: one.name, written: written(one) })),
  ] as Any[];
  const [input_tokens, output_tokens] = [usage.in, usage.out];
  if (!isStreamed) {
    const content = blocks.map(({ written: json, ...one }) => (json ? { ...one, input: JSON.parse(json) } : one));
    return [JSON.stringify({ content, stop_reason, usage: { input_tokens, output_tokens } })];
  }
  const say = (type: string, more: object = {}) => event({ type, ...more }, type);
  return [
    say('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'stub',
        content: [],
        usage: { input_tokens, output_tokens: 1 },
      },
    }),
    say('ping'),
    ...blocks.flatMap(({ written: json, text: words, ...block }, index) => [
      say('content_block_start', { index, content_block: json ? { ...block, input: {} } : { ...block, text: '' } }),
      ...parts(json ?? words).map((part) =>
        say('content_block_delta', {
          index,
          delta: json ? { type: 'input_json_delta', partial_json: part } : { type: 'text_delta', text: part },
        }),
      ),
      say('content_block_stop', { index }),
    ]),
    say('message_delta', { delta: { stop_reason }, usage: { output_tokens } }),
    say('message_stop'),
  ];
}

function ollamaReply(
  { text = '', calls = [], usage = { in: 10, out: 5 }, isCut }: Reply,
  isStreamed: boolean,
): string[] {
  const end = {
    done: true,
    done_reason: isCut ? 'length' : 'stop',
    prompt_eval_count: usage.in,
    eval_count: usage.out,
  };
  const tool_calls = calls.map((one) => ({
    function: { name: one.name, arguments: one.raw === undefined ? (one.args ?? {}) : one.raw },
  }));
  if (!isStreamed) return [JSON.stringify({ message: { role: 'assistant', content: text, tool_calls }, ...end })];
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  return [
    ...parts(text).map((content) => line({ message: { role: 'assistant', content }, done: false })),
    ...(calls.length ? [line({ message: { role: 'assistant', content: '', tool_calls }, done: false })] : []),
    line({ message: { role: 'assistant', content: '' }, ...end }),
  ];
}

const REPLIES = { openai: openaiReply, anthropic: anthropicReply, ollama: ollamaReply };
const TYPES = { openai: 'text/event-stream', anthropic: 'text/event-stream', ollama: 'application/x-ndjson' };
const HUGE = `${'x'.repeat(1023)}\n`;

async function answer(response: ServerResponse, { dialect, body }: Asked, reply: Reply): Promise<void> {
  const isStreamed = dialect === 'ollama' ? body.stream !== false : body.stream === true;
  const type = isStreamed ? TYPES[dialect] : 'application/json';
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
  const pieces = REPLIES[dialect](reply, isStreamed);
  if (reply.fault === 'hang') {
    response.write(isStreamed ? (pieces[0] ?? '') : '');
    return;
  }
  if (reply.fault === 'garbage') return void response.end(isStreamed ? 'data: {"nonsense\n\n{"a\n' : '<html>');
  if (reply.fault === 'nothing') return void response.end();
  if (reply.fault === 'half') {
    response.write(pieces.join('').slice(0, 40));
    return void setImmediate(() => response.destroy());
  }
  if (reply.fault === 'huge')
    return pipeline(Readable.from(Array.from({ length: 10 * 1024 }, () => HUGE)), response).catch(() => {});
  for (const piece of pieces) response.write(piece);
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<Any> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

const dialectOf = (path = ''): ProviderName | undefined => {
  if (path.endsWith('/chat/completions')) return 'openai';
  if (path.endsWith('/v1/messages')) return 'anthropic';
  return path.endsWith('/api/chat') ? 'ollama' : undefined;
};

/** @param script what it says; it can be put in place of another one at any time */
export async function startModel(script: Script = () => ({ text: 'Hello.' })): Promise<ModelServer> {
  const made: ModelServer = { url: '', asked: [], answering: 0, script, close: async () => {} };
  const server = createServer(async (request, response) => {
    const dialect = dialectOf(request.url);
    made.answering += 1;
    response.once('close', () => {
      made.answering -= 1;
    });
    if (!dialect) return void response.writeHead(404).end();
    try {
      const asked = read(dialect, request.headers, await bodyOf(request));
      made.asked.push(asked);
      await answer(response, asked, await made.script(asked, made.asked.length - 1));
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  made.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return made;
}

const INSTRUCTION = /DO (\w+) (\{.*?\}) END/g;

const argumentsIn = (json: string): object | undefined => {
  try {
    // Names of files hold no double quotes, and readers of texts make links of addresses.
    return JSON.parse(json.replaceAll("'", '"').replace(/<(https?:[^>]*)>|\[[^\]]*\]\((https?:[^)]*)\)/g, '$1$2'));
  } catch {
    return undefined;
  }
};
const canonical = (args: unknown): string => JSON.stringify(typeof args === 'string' ? JSON.parse(args) : args);

/** Obeys every instruction that it reads anywhere, `DO tool {…} END`, each once; then it says again what it was told. */
export const obedient: Script = ({ system, messages }) => {
  const done = new Set(messages.flatMap(({ calls }) => calls.map(({ name, args }) => `${name} ${canonical(args)}`)));
  // However often what it reads was escaped on the way.
  const all = [system, ...messages.map(({ text }) => text)].join('\n').replaceAll('\\', '');
  const told = [...all.matchAll(INSTRUCTION)];
  for (const [, name = '', json = ''] of told) {
    const args = argumentsIn(json);
    if (args && !done.has(`${name} ${canonical(args)}`)) return { calls: [{ name, args }] };
  }
  return { text: `I have done it: ${told.map(([words]) => words).join(' ')}` };
};

/** Settings with which the product asks this server. */
export const modelEnvironment = ({ url }: ModelServer, provider: ProviderName = 'openai'): Record<string, string> => ({
  AGENT_PROVIDER: provider,
  AGENT_BASE_URL: provider === 'openai' ? `${url}/v1` : url,
  AGENT_MODEL: 'stub',
  AGENT_API_KEY: 'KEY-7f3a',
});
