// The commands and examples that the papers show are run, so that none of them goes stale.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PROPERTY_TYPES, VIEW_KINDS } from '../../plugins/databases/contract.ts';
import { allFunctions } from '../../plugins/databases/formula/functions/all.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const snippets = [...readme.matchAll(/^```sh run\n([\s\S]*?)^```/gm)].map((match) => match[1] as string);

describe('papers', () => {
  let database: TestDatabase;
  let server: ReturnType<typeof spawn>;
  let env: NodeJS.ProcessEnv;
  const bash = (script: string) =>
    run(
      'bash',
      ['-euo', 'pipefail', '-c', script.replaceAll('npx commonplace', `"${process.execPath}" "${root}cli/main.ts"`)],
      { cwd: database.dataDir, env },
    );

  before(async () => {
    database = await migratedDatabase('sqlite');
    mkdirSync(join(database.dataDir, 'extensions'));
    cpSync(join(root, 'examples/plugin/hello.ts'), join(database.dataDir, 'extensions/greeter.ts'));
    env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'error' };
    server = spawn(process.execPath, [join(root, 'core/boot/main.ts')], {
      cwd: database.dataDir,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) => server.stdout?.once('data', (chunk) => resolve(String(chunk))));
    assert.match(line, /^Commonplace \d+\.\d+\.\d+ listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    env.URL = /http:\S+/.exec(line)?.[0];
  });
  after(async () => {
    server.kill('SIGTERM');
    const code = await new Promise((resolve) => server.once('exit', resolve));
    await database.cleanup();
    assert.equal(code, 0, 'the server did not stop gracefully');
  });

  it('lead with the two commands', () => {
    assert.deepEqual(/```sh\n([\s\S]*?)```/.exec(readme)?.[1]?.trim().split('\n'), [
      'npm ci && npm start',
      'npm ci && npm test',
    ]);
  });

  it('count what is there', () => {
    const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
    const counted = [
      `${PROPERTY_TYPES.length} types of properties`,
      `${allFunctions.length} functions`,
      `${words[VIEW_KINDS.length] ?? VIEW_KINDS.length} kinds of views`,
    ];
    for (const text of counted) assert.ok(readme.includes(text), text);
  });

  it('show commands that work, in their order', async () => {
    assert.equal(snippets.length, 3);
    await bash(snippets[0] as string);
    const { stdout } = await bash('npx commonplace token create --user ann --json');
    env.TOKEN = JSON.parse(stdout.trim().split('\n').at(-1) as string).token;
    const answers = (await bash(snippets[1] as string)).stdout;
    assert.match(answers, /"login":"ann"/);
    assert.match(answers, /"total"|"snippet"/);
    await bash(snippets[2] as string);
  });

  it('show a client that works', async () => {
    const clientEnv = { ...env, COMMONPLACE_URL: env.URL, COMMONPLACE_TOKEN: env.TOKEN };
    const { stdout } = await run(process.execPath, [join(root, 'examples/api-client/client.ts')], { env: clientEnv });
    assert.match(stdout, /is at version 2:\n# Hello\n\nagain/);
  });

  it('show a device that catches up and sends what waits', async () => {
    const clientEnv = { ...env, COMMONPLACE_URL: env.URL, COMMONPLACE_TOKEN: env.TOKEN };
    const client = [join(root, 'examples/sync-client/client.ts'), join(database.dataDir, 'kept.json')];
    const { stdout } = await run(process.execPath, [...client, 'Written on the train'], { env: clientEnv });
    assert.match(stdout, /: applied\n/);
    // What was just committed gets its place in the stream a moment later.
    await until(async () => {
      const again = await run(process.execPath, client, { env: clientEnv });
      assert.doesNotMatch(again.stdout, /applied/);
      return again.stdout.split('Written on the train').length === 2;
    });
  });

  it('show a plugin that works', async () => {
    const answer = await fetch(`${env.URL}/api/hello`, { headers: { authorization: `Bearer ${env.TOKEN}` } });
    const body = (await answer.json()) as { hello: string; created: number };
    assert.deepEqual([answer.status, body.hello], [200, 'Ann Example']);
    assert.ok(body.created >= 1, 'the plugin saw no event');
  });
});
