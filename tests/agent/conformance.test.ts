// The protocol's own conformance suite: what it asks of every server, and not of the sample server it was written for.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { onEachEngine } from '../../testing/databases.ts';
import { listen } from '../kit/browser.ts';

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** The suite knows no tokens: this adds one, and takes its own address for that of the service. */
async function withToken(target: string, authorization: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const own = new RegExp(`:${(server.address() as AddressInfo).port}$`);
    const ours = (value?: string) => value?.replace(own, `:${new URL(target).port}`);
    const headers = { ...incoming.headers, host: ours(incoming.headers.host), authorization };
    const origin = ours(incoming.headers.origin);
    const passed = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: { ...headers, ...(origin && { origin }) } },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, done));
  return server;
}

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  let server: Server;
  before(async () => {
    t = await listen(await open());
    server = await withToken(t.url, String((await t.token('ann')).authorization));
  });
  after(async () => {
    server.close();
    await t.stop();
  });

  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])
    it(`passes ${scenario} of the conformance suite`, async () => {
      const url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
      const args = [suite, 'server', '--url', url, '--scenario', scenario];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: t.app.settings.DATA_DIR });
      const [, passed, all, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(stdout) ?? [];
      assert.deepEqual([passed, failed], [all, '0'], stdout);
      assert.ok(Number(all) > 0);
    });
});
