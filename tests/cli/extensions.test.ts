// New importers and plugins as their authors get them, and what becomes of extensions that are broken.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { commandLine } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const dataDir = scratchFolder();
const extensions = join(dataDir, 'extensions');
const run = commandLine({ dataDir });
after(() => rmSync(dataDir, { recursive: true, force: true }));

/** The tests of an extension, run as its author would. */
function ownTests(name: string): { status: number | null; stdout: string } {
  const { NODE_TEST_CONTEXT: _, ...others } = process.env;
  const env = { ...others, DATA_DIR: dataDir, NODE_OPTIONS: '--test-reporter=tap' };
  return spawnSync(process.execPath, [join(ROOT, 'cli/main.ts'), 'test', name], { encoding: 'utf8', env });
}

const lint = (folder: string) =>
  spawnSync(join(ROOT, 'node_modules/.bin/biome'), ['check', `--config-path=${ROOT}`, '--vcs-enabled=false', folder], {
    encoding: 'utf8',
  });

describe('new', () => {
  for (const kind of ['connector', 'importer', 'plugin']) {
    it(`${kind}: writes files that pass their own test and the linter`, async () => {
      const { code, json } = await run(['new', kind, `my-${kind}`, '--json']);
      assert.equal(code, 0);
      const folder = join(extensions, `my-${kind}`);
      assert.ok((json().files as string[]).every((file) => file.startsWith(folder)));
      const { status, stdout } = ownTests(`my-${kind}`);
      assert.equal(status, 0, stdout);
      assert.match(stdout, /# pass 1\n/);
      const linted = lint(folder);
      assert.equal(linted.status, 0, linted.stdout + linted.stderr);
    });

    it(`${kind}: never writes over what is there`, async () => {
      const file = join(extensions, `my-${kind}`, 'index.ts');
      const before = readFileSync(file, 'utf8');
      const { code, stderr } = await run(['new', kind, `my-${kind}`]);
      assert.equal(code, 1);
      assert.match(stderr, /exists; nothing was written/);
      assert.equal(readFileSync(file, 'utf8'), before);
    });
  }

  it('--directory puts it elsewhere', async () => {
    const { code } = await run(['new', 'importer', 'elsewhere', '--directory', './other']);
    assert.equal(code, 0);
    assert.deepEqual(readdirSync(join(dataDir, 'other')), ['elsewhere']);
  });
});

describe('extensions', () => {
  const broken = join(extensions, 'broken');
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, 'index.ts'), "throw new Error('the shelf collapsed');\n");
  mkdirSync(join(extensions, 'odd'));
  writeFileSync(join(extensions, 'odd', 'index.js'), 'export default { name: 7 };\n');

  const plugin = (name: string, more: string) => {
    mkdirSync(join(extensions, name));
    const manifest = `version: '1.0.0', summary: 'Does nothing at all', ${more}`;
    writeFileSync(
      join(extensions, name, 'index.ts'),
      `import { definePlugin } from 'commonplace';\nimport Joi from 'joi';\nexport default definePlugin({ ${manifest} });\n`,
    );
  };
  plugin('thief', "name: 'pages'");
  plugin('a-needy', "name: 'a-needy', dependencies: { helpful: '^1.0.0' }");
  plugin('helpful', "name: 'helpful'");
  plugin('lonely', "name: 'lonely', dependencies: { nobody: '^1.0.0' }");

  plugin('ring-a', "name: 'ring-a', dependencies: { 'ring-b': '^1.0.0' }");
  plugin('ring-b', "name: 'ring-b', dependencies: { 'ring-a': '^1.0.0' }");
  plugin('last', "name: 'last', dependencies: { lonely: '^1.0.0' }");
  const named = (key: string) => `{ validate: { params: Joi.object({ ${key}: Joi.string() }) } }`;
  const routes = (path: string, rules: string, options = '{}') =>
    `routes: [{ method: 'GET', path: '${path}', rules: ${rules}, options: ${options}, handler: () => ({}) }]`;
  const open = "{ access: { public: true, because: 'shows nothing of anybody' } }";
  plugin('open-door', `name: 'open-door', ${routes('/open-door', '{}')}`);
  plugin('unasked', `name: 'unasked', ${routes('/unasked/{key}', open)}`);
  plugin('unnamed', `name: 'unnamed', ${routes('/unnamed/{id}', open, named('id'))}`);
  plugin('a-twin', `name: 'a-twin', ${routes('/api/v2/pages', open)}`);
  plugin('b-twin', `name: 'b-twin', ${routes('/twin/{a}', open, named('a'))}`);
  plugin('c-twin', `name: 'c-twin', ${routes('/twin/{b}', open, named('b'))}`);

  it('that a start would refuse are told with the rule that they break', async () => {
    const rows = (await run(['plugins', '--json'])).json().plugins as { name: string; reason: string }[];
    const why = (name: string) => rows.find((one) => one.name === name)?.reason;
    assert.deepEqual(
      ['ring-a', 'ring-b', 'last', 'open-door', 'unasked', 'unnamed', 'a-twin', 'b-twin', 'c-twin'].map(why),
      [
        'plugin ring-a: circular dependency ring-a → ring-b → ring-a',
        'plugin ring-b: circular dependency ring-b → ring-a → ring-b',
        'plugin last: needs plugin lonely, which was skipped',
        'plugin open-door: route GET /open-door: "access" is required',
        'plugin unasked: route GET /unasked/{key}: validate.params is missing',
        'plugin unnamed: route GET /unnamed/{id}: access does not name id',
        'plugin a-twin: route GET /api/v2/pages: plugin pages has one of this address',
        '',
        'plugin c-twin: route GET /twin/{b}: plugin b-twin has one of this address',
      ],
    );
  });

  it('that do not go together with the rest are skipped, and one may need another', async () => {
    const rows = (await run(['plugins', '--json'])).json().plugins as { name: string; state: string; reason: string }[];
    const of = (name: string) => rows.filter((one) => one.name === name).map(({ state, reason }) => [state, reason]);
    assert.deepEqual(of('thief'), [['skipped', 'plugin pages: the name is taken by another plugin']]);
    assert.deepEqual(of('lonely'), [['skipped', 'plugin lonely: needs plugin nobody, which is not there']]);
    assert.deepEqual([of('pages'), of('helpful'), of('a-needy')], [[['ready', '']], [['ready', '']], [['ready', '']]]);
  });

  it('plugins lists them with the reason why one was skipped', async () => {
    const { code, stdout, json } = await run(['plugins', '--json']);
    assert.equal(code, 0);
    assert.equal(stdout.trimEnd().split('\n').length, 1);
    const rows = json().plugins as { name: string; kind: string; state: string; reason: string; version: string }[];
    const shown = Object.fromEntries(rows.map(({ name, kind, state, reason }) => [name, [kind, state, reason]]));
    assert.deepEqual(shown['my-plugin'], ['extension', 'ready', '']);
    assert.deepEqual(shown['my-importer'], ['extension importer', 'ready', '']);
    assert.deepEqual(shown.broken, ['extension', 'skipped', 'the shelf collapsed']);
    assert.deepEqual(shown.odd?.slice(0, 2), ['extension', 'skipped']);
    const table = (await run(['plugins'])).stdout;
    assert.match(table, /^my-plugin +0\.1\.0 +extension +ready +My plugin: greets everybody who asks$/m);
    assert.match(table, /^broken was skipped: the shelf collapsed$/m);
  });

  it('the server boots beside broken ones and serves the new plugin', async () => {
    const app = await createApp(loadSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, {}, dataDir), {
      checkAnswers: true,
    });
    try {
      const { statusCode, result } = await app.server.inject('/api/v2/my-plugin/greeting?name=Ada');
      assert.equal(statusCode, 200);
      assert.deepEqual(result, { greeting: 'Hello, Ada!' });
      const importers = app.extensions.filter(({ kind }) => kind === 'importer');
      assert.deepEqual(
        importers.map(({ name }) => name),
        ['my-importer'],
      );
    } finally {
      await app.stop();
    }
  });

  it('a plugin adds commands, settings and refusals to the command line', async () => {
    const folder = join(dataDir, 'more', 'shelf');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'index.ts'),
      `import { definePlugin, Problem } from 'commonplace';
import Joi from 'joi';
export default definePlugin({
  name: 'shelf', version: '1.0.0', summary: 'Keeps things on a shelf',
  config: { SHELF_HEIGHT: Joi.number().default(3).description('Boards of the shelf.') },
  commands: [{
    name: 'shelf put', summary: 'Put things on the shelf',
    arguments: [{ name: 'thing', description: 'what', variadic: true }],
    options: [{ flags: '--board <n>', description: 'which board', choices: ['1', '2'] }],
    async run(app, { args, options, output }) {
      if (args.includes('elephant')) throw new Problem('conflict', 'An elephant does not fit.');
      output.result({ args, board: options.board, height: app.settings.SHELF_HEIGHT });
      return 0;
    },
  }],
});
`,
    );
    const env = { EXTENSIONS_DIR: join(dataDir, 'more'), SHELF_HEIGHT: '5' };
    const put = await run(['shelf', 'put', 'book', 'vase', '--board', '2', '--json'], { env });
    assert.equal(put.code, 0, put.stderr);
    assert.deepEqual(put.json(), { ok: true, args: ['book', 'vase'], board: '2', height: 5 });
    const refused = await run(['shelf', 'put', 'elephant', '--json'], { env });
    assert.equal(refused.code, 1);
    assert.deepEqual(refused.json(), { ok: false, error: { code: 'conflict', detail: 'An elephant does not fit.' } });
    assert.equal((await run(['shelf', 'put', 'x', '--board', '9'], { env })).code, 2);
    assert.match((await run(['config'], { env })).stdout, /^SHELF_HEIGHT=5 {2}\(environment\)$/m);
    assert.match((await run(['shelf', '--help'], { env })).stdout, /put .*Put things on the shelf/);
  });
});
