// Tools for agents over standard input and output: on the data of this machine, or handed on to a server elsewhere.
import { createInterface } from 'node:readline';
import type { App } from '../../core/kernel/app.ts';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { mcpServer } from './mcp/server.ts';
import { TOOLS } from './tools/registry.ts';

/** As the person named, until standard input ends. */
async function serve(app: App, name: string): Promise<number> {
  const system = app.context({ type: 'system', reason: 'command line' });
  const user = await system.use(accounts).find(system, name);
  if (!user) throw new UsageProblem(`There is no account ${name}.`);
  const ctx = app.context(actorOf(user)).as(actorOf(user), 'agent');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const tools = TOOLS.filter((one) => one.class !== 'outward');
  const handle = serveStdio(() => mcpServer(app, ctx, tools));
  await new Promise<void>((ended) => process.stdin.once('end', ended));
  await handle.close();
  return 0;
}

/** Each line is one message; what the server answers is one line. */
async function relay(url: string, token: string): Promise<number> {
  const address = new URL('mcp', url.endsWith('/') ? url : `${url}/`);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const answer = await fetch(address, { method: 'POST', headers, body: line });
    const text = await answer.text();
    if (!answer.ok && !text.includes('"jsonrpc"')) throw new Error(`${address.host} answered ${answer.status}.`);
    if (text.trim()) process.stdout.write(`${JSON.stringify(JSON.parse(text))}\n`);
  }
  return 0;
}

export const agentCommands: Command[] = [
  {
    name: 'mcp',
    summary: 'Serve the tools for agents over standard input and output (Model Context Protocol)',
    options: [
      { flags: '--user <user>', description: 'id, login or e-mail address of whoever the agent acts as' },
      { flags: '--url <url>', description: 'a server elsewhere that messages are handed on to' },
      { flags: '--token <token>', description: 'of that server' },
    ],
    examples: ['mcp --user ann', 'mcp --url https://wiki.example.org --token cp_…'],
    async run(app, { options }) {
      if (options.url !== undefined) {
        if (options.token === undefined) throw new UsageProblem('--url needs --token');
        return relay(String(options.url), String(options.token));
      }
      if (options.user === undefined) throw new UsageProblem('mcp needs --user, or --url with --token');
      return serve(app, String(options.user));
    },
  },
];
