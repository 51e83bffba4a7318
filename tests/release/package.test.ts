// The package as people install it: from its tarball, below node_modules, on an empty folder, with workers and extensions.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writePackage } from '../../release/package.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { multipart } from '../../testing/multipart.ts';
import { until } from '../../testing/until.ts';
import { wordDocument } from '../importers/formats/word.ts';
import { writeHelpPlugin } from '../kit/help-plugin.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the package', () => {
  const place = scratchFolder();
  const modules = join(place, 'node_modules');
  const main = join(modules, 'commonplace/cli/commonplace.js');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  let server: ChildProcess;
  let address = '';
  let headers: Record<string, string> = {};

  const run = (args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { cwd: place, encoding: 'utf8', env: { ...env, PORT: '0' } });

  before(async () => {
    const written = join(place, 'written');
    await writePackage(written);
    const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', place], {
      cwd: written,
      encoding: 'utf8',
      env,
    });
    assert.equal(packed.status, 0, packed.stderr);
    mkdirSync(join(modules, 'commonplace'), { recursive: true });
    const tarball = join(place, packed.stdout.trim());
    const taken = spawnSync('tar', ['-xzf', tarball, '-C', join(modules, 'commonplace'), '--strip-components=1']);
    assert.equal(taken.status, 0);
    // What npm would fetch: only what the package says that it needs.
    const { dependencies } = JSON.parse(readFileSync(join(modules, 'commonplace/package.json'), 'utf8'));
    const scopes = new Set<string>();
    for (const name of Object.keys(dependencies)) {
      const scope = name.startsWith('@') ? (name.split('/')[0] as string) : '';
      if (scope && !scopes.has(scope)) mkdirSync(join(modules, scope));
      scopes.add(scope);
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    }
    server = spawn(process.execPath, [main, 'serve'], { cwd: place, env: { ...env, PORT: '0' } });
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      address = /listening on (\S+)$/.exec(line)?.[1] ?? '';
      if (address) break;
    }
  });
  after(() => {
    server?.kill('SIGKILL');
    rmSync(place, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: object | Buffer, more: Record<string, string> = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body && !isBytes && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      body: text.startsWith('{') ? JSON.parse(text) : null,
    };
  };

  it('holds JavaScript, and neither sources of browsers nor tests', () => {
    const all = readdirSync(join(modules, 'commonplace'), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      all.filter((name) => /(?<!\.d)\.tsx?$|(^|\/)tests\//.test(name)),
      [],
    );
    assert.ok(existsSync(join(modules, 'commonplace/assets/static')));
    assert.ok(existsSync(join(modules, 'commonplace/LICENSE')));
    assert.ok(existsSync(join(modules, 'commonplace/.bundle/server.js')));
  });

  it('starts on an empty folder, takes an account, and serves its pages and scripts', async () => {
    assert.ok(address, 'it says where it listens');
    const account = { full_name: 'Ann', login: 'ann', email: 'ann@example.org', password: 'a quiet afternoon' };
    const made = await call('POST', '/auth/register', account);
    assert.equal(made.status, 200, made.text);
    const cookies = made.headers.getSetCookie().map((one) => one.split(';')[0] as string);
    const csrf = cookies.find((one) => one.startsWith('csrf='))?.slice('csrf='.length) ?? '';
    headers = { cookie: cookies.join('; '), 'x-csrf-token': csrf, origin: address };
    const home = await call('GET', '/local-workspace');
    assert.equal(home.status, 200, String(home.headers.get('location')));
    const script = /src="(\/static\/[^"]+)"/.exec(home.text)?.[1] ?? '';
    assert.equal((await call('GET', script)).status, 200);
    assert.equal((await call('GET', '/library')).status, 200);
  });

  it('reads and writes documents in its workers', async () => {
    const [workspace] = (await call('GET', '/api/workspaces')).body.workspaces;
    const content = wordDocument([], 'Words of a document');
    const sent = multipart(
      { source: 'word-documents', workspace_id: workspace.id },
      { field: 'file', name: 'a.docx', content },
    );
    const job = await call('POST', '/api/import/jobs', sent.body, sent.headers);
    assert.equal(job.status, 200, job.text);
    const state = async () => (await call('GET', `/api/import/jobs/${job.body.id}`)).body;
    await until(async () => /^(completed|failed)/.test((await state()).status), 'the import ends');
    assert.match((await state()).status, /^completed/);
  });

  it('gives authors its types and its kit: the plugin of the help is checked and passes its test', () => {
    writeHelpPlugin(place);
    mkdirSync(join(modules, '@types'));
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'));
    const compilerOptions = {
      ...{ target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'] },
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
    };
    const folder = join(place, 'weather');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const check = () =>
      spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
    const { status, stdout } = check();
    assert.equal(status, 0, stdout);
    const skies = join(folder, 'skies.ts');
    const right = readFileSync(skies, 'utf8');
    writeFileSync(skies, right.replace('ctx.db<Sky>', 'ctx.base<Sky>'));
    assert.match(check().stdout, /Property 'base' does not exist on type 'Ctx'/);
    writeFileSync(skies, right);
    const tested = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    assert.equal(tested.status, 0, tested.stdout);
    assert.match(tested.stdout, /# pass 1\n/);
  });

  it('lists for authors what its code says', async () => {
    const { text } = await call('GET', '/help/extending', undefined, { accept: 'text/html' });
    assert.match(text, /<code>ctx\.emit<\/code><\/th><td lang="en">writes domain events/i);
    assert.match(text, /<code>pagesSaved<\/code>/);
  });

  it('has its commands, beside the server', () => {
    const doctor = run(['doctor', '--json']);
    assert.equal(doctor.status, 0, doctor.stdout + doctor.stderr);
    const made = run(['new', 'plugin', 'notes-of-mine', '--json']);
    assert.equal(made.status, 0, made.stderr);
    const plugins = run(['plugins']);
    assert.match(plugins.stdout, /notes-of-mine\s.*ready/);
  });
});
