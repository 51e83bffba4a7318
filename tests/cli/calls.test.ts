// How the command line answers wrong and right calls: exit codes, one line instead of stacks, JSON as the last line.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { scratchFolder } from '../../testing/folders.ts';
import { commandLine } from './run.ts';

const dataDir = scratchFolder();
const run = commandLine({ dataDir });
after(() => rmSync(dataDir, { recursive: true, force: true }));

const oneLine = (text: string): void => {
  assert.equal(text.trimEnd().split('\n').length, 1, text);
  assert.doesNotMatch(text, /\n\s+at /);
};

describe('wrong calls end with 2', () => {
  const calls: [string, string[], RegExp][] = [
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['an unknown option', ['doctor', '--deep'], /unknown option '--deep'/],
    ['a missing argument', ['new', 'importer'], /missing required argument 'name'/],
    ['one argument too many', ['new', 'importer', 'a', 'b'], /too many arguments/],
    ['a name that is not kebab-case', ['new', 'importer', '../Up'], /kebab-case/],
    ['a step that is not snake_case', ['migrate', 'new', 'Two-Words'], /snake_case/],
  ];
  for (const [what, args, said] of calls) {
    it(what, async () => {
      const { code, stdout, stderr } = await run(args, { own: args.includes('frobnicate') });
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, said);
    });
    it(`${what}, as JSON`, async () => {
      const ended = await run([...args, '--json']);
      assert.equal(ended.code, 2);
      assert.equal(ended.stdout.trimEnd().split('\n').length, 1);
      const { ok, error } = ended.json() as { ok: boolean; error: { code: string; detail: string } };
      assert.equal(ok, false);
      assert.equal(error.code, 'usage');
      assert.match(error.detail, said);
    });
  }
  for (const args of [[], ['migrate'], ['new']]) {
    it(`nothing to do: "${args.join(' ')}" shows the help on standard error`, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^Usage: commonplace/);
    });
  }
});

it('says in words, as JSON, that a call names no command', async () => {
  const { code, json } = await run(['migrate', '--json']);
  assert.deepEqual([code, json()], [2, { ok: false, error: { code: 'usage', detail: 'names no command' } }]);
});

describe('doctor', () => {
  it('makes no database where there is none', async () => {
    const nowhere = join(dataDir, 'nowhere');
    const { code, stderr } = await run(['doctor'], { env: { DATA_DIR: nowhere } });
    assert.equal(code, 1);
    assert.match(stderr, /There is no database in/);
    assert.equal(existsSync(nowhere), false);
  });
});

describe('input that the API would refuse ends with 1, and is named', () => {
  const calls: [string[], RegExp][] = [
    [['user', 'create', 'no-address'], /email/],
    [['user', 'create', 'c@example.org', '--login', 'x y/../z'], /login/],
    [['user', 'create', 'c@example.org', '--name', ''], /full_name/],
    [['user', 'create', 'c@example.org', '--name', 'x'.repeat(5000)], /full_name/],
    [['workspace', 'create', ''], /name/],
    [['workspace', 'create', 'two\nlines'], /name/],
    [['token', 'create', '--user', 'cli@example.org', '--name', 'x'.repeat(500)], /name/],
    [['token', 'create', '--user', 'cli@example.org', '--expires', 'yesterday'], /expires_at/],
    [['token', 'create', '--user', 'cli@example.org', '--page', 'handbook'], /root_page_id/],
    [['token', 'create', '--user', 'cli@example.org', '--page', '999999'], /must be a page that you can see/],
  ];
  for (const [args, said] of calls)
    it(args.join(' ').slice(0, 60), async () => {
      await run(['user', 'create', 'cli@example.org']);
      const { code, stderr } = await run(args);
      assert.equal(code, 1);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
});

describe('without an account', () => {
  it('workspace create looks at the name first, and then says what to do', async () => {
    const env = { DATA_DIR: join(dataDir, 'nobody') };
    assert.equal((await run(['migrate', 'up'], { env })).code, 0);
    assert.match((await run(['workspace', 'create', ''], { env })).stderr, /name/);
    assert.match((await run(['workspace', 'create', 'One'], { env })).stderr, /no account yet.*user create/);
    assert.match((await run(['token', 'create', '--user', ''], { env })).stderr, /--user must be the id, login/);
  });
});

describe('help ends with 0 and shows examples', () => {
  const helps: [string[], RegExp[]][] = [
    [['--help'], [/Commands:/, /serve/, /migrate/, /doctor/, /config/, /plugins/, /\$ commonplace serve/]],
    [
      ['migrate', '--help'],
      [/up/, /status/, /down/, /new/],
    ],
    [
      ['migrate', 'down', '--help'],
      [/--yes/, /\$ commonplace migrate down --yes/],
    ],
    [
      ['new', '--help'],
      [/plugin/, /importer/, /migration/],
    ],
    [
      ['doctor', '--help'],
      [/--json/, /\$ commonplace doctor --json/],
    ],
    [['config', '--help'], [/--check/]],
  ];
  for (const [args, parts] of helps) {
    it(args.join(' '), async () => {
      const { code, stdout, stderr } = await run(args, { own: args[0] === '--help' });
      assert.equal(code, 0);
      assert.equal(stderr, '');
      for (const part of parts) assert.match(stdout, part);
    });
  }
  it('plugins, importers, connectors and migrations are offered', async () => {
    const { stdout } = await run(['new', '--help']);
    for (const kind of ['plugin', 'importer', 'connector', 'migration'])
      assert.match(stdout, new RegExp(`^  ${kind} `, 'm'));
  });
  it('--version prints the version of the package', async () => {
    const { code, stdout } = await run(['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

describe('settings', () => {
  const refused: [string, Record<string, string>, RegExp][] = [
    ['an unknown COMMONPLACE_ name', { COMMONPLACE_COLOUR: 'red' }, /COMMONPLACE_COLOUR: unknown setting/],
    ['another database', { DATABASE_URL: 'mysql://ada:hunter2@db/x' }, /DATABASE_URL: must begin with postgres:[^2]*$/],
    ['a bad value', { PORT: 'many' }, /PORT: must be a number/],
    ['an address for everybody without BASE_URL', { HOST: '0.0.0.0' }, /BASE_URL: needed/],
  ];
  for (const [what, env, said] of refused) {
    it(`config --check refuses ${what}`, async () => {
      const { code, stdout } = await run(['config', '--check'], { env });
      assert.equal(code, 1);
      assert.match(stdout, said);
    });
    it(`serve refuses ${what}`, async () => {
      const { code, stdout, stderr } = await run(['serve'], { env, own: true });
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /\n\s+at /);
    });
  }

  it('names an unknown setting of .env', async () => {
    const directory = join(dataDir, 'with-env');
    rmSync(directory, { recursive: true, force: true });
    await run(['--version'], { directory });
    writeFileSync(join(directory, '.env'), 'TRASH_DAYS=7\nTRASH_DAZE=9\n');
    const checked = await run(['config', '--check', '--json'], { directory });
    assert.equal(checked.code, 1);
    assert.deepEqual(checked.json(), {
      ok: false,
      faults: ['TRASH_DAZE: unknown setting (commonplace config lists all)'],
    });
    const { settings } = (await run(['config', '--json'], { directory })).json() as {
      settings: { name: string; value: string; source: string; default: string }[];
    };
    const shown = Object.fromEntries(settings.map(({ name, value, source }) => [name, [value, source]]));
    assert.deepEqual(shown.TRASH_DAYS, ['7', '.env']);
    assert.deepEqual(shown.DATA_DIR, [dataDir, 'environment']);
    assert.deepEqual(shown.UPLOAD_MAX_MB, ['100', 'default']);
  });

  it('never shows a secret', async () => {
    const env = { SECRET_KEY: 'k'.repeat(40), SMTP_URL: 'smtp://ada:hunter2@mail.test', METRICS_TOKEN: 't'.repeat(20) };
    for (const args of [['config'], ['config', '--json']]) {
      const { code, stdout } = await run(args, { env });
      assert.equal(code, 0);
      assert.doesNotMatch(stdout, /kkkk|hunter2|tttt/);
    }
    const { stdout } = await run(['config'], { env });
    assert.match(stdout, /^SECRET_KEY=set {2}\(environment\)$/m);
    assert.match(stdout, /^DATABASE_URL=not set$/m);
  });
});

describe('what an administrator can mend is said in one line', () => {
  it('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    try {
      const { code, stdout, stderr } = await run(['serve'], { env: { PORT, LOG_LEVEL: 'silent' }, own: true });
      assert.equal(code, 1);
      assert.equal(stdout, '');
      oneLine(stderr);
      assert.match(stderr, new RegExp(`PORT: ${PORT} on 127.0.0.1 is in use`));
      const ended = await run(['serve', '--json'], { env: { PORT, LOG_LEVEL: 'silent' } });
      assert.equal(ended.code, 1);
      assert.equal((ended.json() as { error: { code: string } }).error.code, 'address_in_use');
    } finally {
      taken.close();
    }
  });

  for (const args of [['serve'], ['migrate', 'up'], ['doctor'], ['migrate', 'status', '--json']]) {
    it(`a damaged database: ${args.join(' ')}`, async () => {
      const damaged = scratchFolder();
      writeFileSync(join(damaged, 'commonplace.db'), 'this is a shopping list and no database'.repeat(200));
      const ended = await commandLine({ dataDir: damaged })(args, {
        env: args[0] === 'serve' ? { LOG_LEVEL: 'silent' } : {},
        own: args[0] === 'serve',
      });
      rmSync(damaged, { recursive: true, force: true });
      assert.equal(ended.code, 1);
      const said = args.includes('--json')
        ? (ended.json() as { error: { detail: string } }).error.detail
        : ended.stderr.trimEnd();
      oneLine(said);
      assert.match(said, /damaged or not a database/);
    });
  }

  it('a data folder that is a file', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const { code, stderr } = await run(['migrate', 'up'], { env: { DATA_DIR: file }, directory: dataDir });
    assert.equal(code, 1);
    oneLine(stderr);
    assert.match(stderr, /^DATA_DIR: /);
  });
});
