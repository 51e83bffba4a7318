// Tools for agents over standard input and output: on the data of this machine, or handed on to a server elsewhere.
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';

/** @throws UsageProblem */
function addressOf(url: string): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageProblem('--url must be a web address');
  return new URL('mcp', url.endsWith('/') ? url : `${url}/`);
}

export const agentCommands: Command[] = [
  {
    name: 'mcp',
    summary: 'Serve the tools for agents over standard input and output (Model Context Protocol)',
    options: [
      { flags: '--user <user>', description: 'id, login or email address of whoever the agent acts as' },
      { flags: '--url <url>', description: 'a server elsewhere that messages are handed on to' },
      {
        flags: '--token <token>',
        description: 'of that server; better in COMMONPLACE_TOKEN, which no list of processes shows',
      },
    ],
    examples: ['mcp --user ann', 'mcp --url https://wiki.example.org'],
    async run(app, { options }) {
      const { user, url, token = process.env.COMMONPLACE_TOKEN } = options;
      if ((user === undefined) === (url === undefined)) throw new UsageProblem('mcp takes either --user or --url');
      const { relayLines, serveTools } = await import('./mcp/stdio.ts');
      if (user !== undefined) return serveTools(app, String(user));
      const address = addressOf(String(url));
      if (!token) throw new UsageProblem('--url needs the token of that server, in COMMONPLACE_TOKEN or with --token');
      return relayLines(address, String(token));
    },
  },
];
