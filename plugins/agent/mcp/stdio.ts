// The protocol over standard input and output: answered on the data of this machine, or handed on to a server elsewhere.
import { createInterface } from 'node:readline';
import type { App } from '../../../core/kernel/app.ts';
import { accounts } from '../../auth/contract.ts';
import { AGENT_TOOLS } from '../tools/registry.ts';
import { ANSWER_MS, LineTransport, noJson, noMessage, rpcFailure, SERVER_ERROR } from './line-transport.ts';
import { mcpServer } from './server.ts';

/** As the person named, until standard input ends and all that came is answered. */
export async function serveTools(app: App, name: string): Promise<number> {
  const system = app.context({ type: 'system', reason: 'command line' });
  const actor = await system.use(accounts).actorNamed(system, name);
  const ctx = app.context(actor).as(actor, 'agent');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const tools = AGENT_TOOLS.filter((one) => one.class !== 'outward');
  const transport = new LineTransport();
  const handle = serveStdio(() => mcpServer(app, ctx, tools), { transport });
  await transport.served();
  await handle.close();
  return 0;
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; _meta?: Record<string, unknown> };
}

/** What the protocol wants said in headers too, in its generation without a handshake. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string' || typeof method !== 'string') return {};
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** A stream of one event is how servers answer in the generation with a handshake. */
const messageOf = (text: string, type: string): string =>
  type.startsWith('text/event-stream') ? (/^data: ?(\{.*)$/m.exec(text)?.[1] ?? '') : text.trim();

/** The line that answers; nothing for a message that wants no answer. */
async function handedOn(address: URL, token: string, line: string): Promise<string> {
  let message: Message;
  try {
    message = JSON.parse(line) as Message;
  } catch {
    return noJson();
  }
  // Of several in one line each would want an answer of its own, and a server may give them in any way.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return noMessage();
  const answered = (text: string) => (message.id === undefined ? '' : rpcFailure(message.id, SERVER_ERROR, text));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headersOf(message),
  };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(address, { method: 'POST', headers, body: line, signal });
    const text = messageOf(await answer.text(), answer.headers.get('content-type') ?? '');
    if (!text) return '';
    const body = JSON.parse(text);
    return body.jsonrpc ? JSON.stringify(body) : answered(`${address.host} answered ${answer.status}.`);
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    return answered(isNoJson ? `${address.host} does not speak the protocol.` : `${address.host} cannot be reached.`);
  }
}

/** Each line is one message; what the server answers is one line. */
export async function relayLines(address: URL, token: string): Promise<number> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const answer = await handedOn(address, token, line);
    if (answer) process.stdout.write(`${answer}\n`);
  }
  return 0;
}
