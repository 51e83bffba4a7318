// The shape of the code: who may import whom, how long a file may be, and that leaf plugins can simply be deleted.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { discoverBuiltIn } from '../../core/boot/plugin-discovery.ts';
import { scratchFolder } from '../../testing/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** What stands left may not need what stands right of it (architecture.md, Layout). */
const order = [
  ['blocks', 'auth'],
  ['workspaces'],
  ['files'],
  ['pages'],
  ['editor', 'databases', 'rooms', 'synced', 'templates', 'tags', 'favorites', 'emoji', 'bookmarks'],
  ['search', 'webhooks', 'notifications', 'comments', 'permissions', 'publish'],
  [
    'reminders',
    'library',
    'sso',
    'two-factor',
    'automations',
    'importers',
    'exporters',
    'agent-connectors',
    'agent',
    'embeddings',
    'clipper',
    'sync',
    'forges',
    'api',
    'admin',
    'backups',
    'web',
  ],
];
const rank = (plugin: string): number => order.findIndex((group) => group.includes(plugin));

const sources = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|ejs|css)$/.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    : [];

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)),
  );

/** What is loaded before a file runs: types are gone by then, and what is imported on use comes later. */
const loadedBefore = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export)\s(?!type\b)(?:[^;'"]*?\bfrom\s*)?'(\.[^']+)'/gm,
    ),
  ].map((match) => relative(root, resolve(root, dirname(file), match[1] as string)));

/** Files that load each other, one circle after the other. */
function circlesIn(files: string[]): string[][] {
  const imports = new Map(files.map((file) => [file, loadedBefore(file)]));
  const done = new Set<string>();
  const circles: string[][] = [];
  const follow = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  return circles;
}

const pluginOf = (file: string): string | undefined => /^plugins\/([^/]+)\//.exec(file)?.[1];

/** What a plugin lets others import: its contracts, and all of the blocks, which are a model without any state. */
const isPublic = (target: string): boolean =>
  /^plugins\/[^/]+\/(client\/)?contract\.ts$/.test(target) || /^plugins\/blocks\/(?!index\.ts$)/.test(target);

describe('imports', () => {
  it('of core stay in core', () => {
    for (const file of sources('core')) {
      const foreign = importsOf(file).filter((target) => !target.startsWith('core/'));
      assert.deepEqual(foreign, [], file);
    }
  });

  it('of a plugin reach others through their contract only, and only to the left', () => {
    for (const file of sources('plugins')) {
      const own = pluginOf(file) as string;
      for (const target of importsOf(file)) {
        const other = pluginOf(target);
        if (!other) assert.match(target, /^core\//, `${file} imports ${target}`);
        else if (other !== own) {
          assert.ok(isPublic(target), `${file} imports ${target}`);
          assert.ok(rank(other) <= rank(own), `${file}: ${own} may not need ${other}`);
        }
      }
    }
  });

  it('run in no circle', () => {
    const files = ['core', 'plugins', 'cli', 'migrations', 'testing', 'tests'].flatMap(sources);
    assert.deepEqual(circlesIn(files.filter((file) => /\.tsx?$/.test(file))), []);
  });

  it('of the kernel, types included, lead to nothing that needs the kernel', () => {
    const isKernel = (file: string) => file.startsWith('core/kernel/');
    const core = new Map(sources('core').map((file) => [file, importsOf(file)]));
    const needed = new Set<string>();
    const follow = (file: string): void => {
      if (needed.has(file)) return;
      needed.add(file);
      for (const target of core.get(file) ?? []) follow(target);
    };
    for (const file of sources('core/kernel'))
      core
        .get(file)
        ?.filter((target) => !isKernel(target))
        .forEach(follow);
    assert.ok(needed.size > 10);
    assert.deepEqual([...needed].filter(isKernel), []);
  });

  it('inside a plugin run from routes to services to the store', () => {
    for (const file of sources('plugins')) {
      const inner = file.split('/').slice(2).join('/');
      for (const target of importsOf(file).filter((one) => pluginOf(one) === pluginOf(file))) {
        const to = target.split('/').slice(2).join('/');
        if (to.startsWith('routes/')) assert.match(inner, /^(routes\/|index\.ts$)/, `${file} imports ${target}`);
        if (inner === 'store.ts') assert.ok(!/^(service|routes\/)/.test(to), `${file} imports ${target}`);
      }
    }
  });

  it('name every plugin they use in the manifest', async () => {
    for (const { plugin } of await discoverBuiltIn()) {
      const name = plugin?.name as string;
      const used = new Set(
        sources(`plugins/${name}`)
          .flatMap(importsOf)
          .map(pluginOf)
          .filter((other) => other && other !== name),
      );
      const declared = Object.keys(plugin?.manifest.dependencies ?? {});
      assert.deepEqual(
        [...used].filter((other) => !declared.includes(other as string)),
        [],
        `${name} does not declare`,
      );
      assert.ok(rank(name) >= 0, `${name} has no place in the order`);
    }
  });
});

describe('files', () => {
  const all = ['core', 'plugins', 'cli', 'migrations', 'templates', 'examples', 'testing', 'tests'].flatMap(sources);

  it('are short enough to read at once', () => {
    for (const file of all) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      assert.ok(lines <= (file.startsWith('tests/') ? 500 : 350), `${file} has ${lines} lines`);
    }
  });

  it('are called by what they hold', () => {
    const vague = all.filter((file) => /\/(utils?|helpers?|common|types|manager|misc)\.\w+$/.test(file));
    assert.deepEqual(vague, []);
  });

  it('say in their first line why they exist', () => {
    for (const file of all.filter(
      (one) => one.endsWith('.ts') && !one.includes('/fixtures/') && !one.endsWith('.d.ts'),
    )) {
      const [first, second] = readFileSync(join(root, file), 'utf8').split('\n');
      assert.match(first?.startsWith('#!') ? (second ?? '') : (first ?? ''), /^\/[/*]/, file);
    }
  });

  it('write nothing unescaped into a page but what our own renderers made', () => {
    const allowed = /<%-\s*(include\(|slot\(|icon\(|island\(|remembered\(|locals\.content|html\b|\w+\.html\b)/;
    for (const file of sources('templates')) {
      for (const [raw] of readFileSync(join(root, file), 'utf8').matchAll(/<%-[^%]*/g))
        assert.match(raw, allowed, `${file}: ${raw}`);
    }
  });
});

/** Lowest versions without known faults (security.md 1b). */
const floors: Record<string, string> = {
  '@hapi/hapi': '21.4.8',
  '@hapi/content': '6.0.1',
  joi: '18.2.1',
  ejs: '3.1.10',
  knex: '2.4.0',
  sqlite3: '5.1.5',
  yauzl: '3.2.1',
  'markdown-it': '14.1.1',
  nodemailer: '7.0.11',
  otplib: '13.5.0',
};

describe('dependencies', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string }>;
  };

  it('are above the versions with known faults, every copy of them', async () => {
    const { gte } = await import('semver');
    for (const [path, { version }] of Object.entries(lock.packages)) {
      const floor = floors[path.split('node_modules/').at(-1) ?? ''];
      if (floor && version) assert.ok(gte(version, floor), `${path} ${version} is below ${floor}`);
    }
  });

  it('are pinned, and the lock names no host', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      assert.match(String(version), /^(?:npm:[\w/@-]+@)?\d+\.\d+\.\d+/, name);
    assert.deepEqual(
      Object.values(lock.packages).filter(({ resolved }) => resolved),
      [],
    );
  });
});

/**
 * As few sets as can be, of which for each two leaves one has the first and lacks the second: whoever needs a leaf
 * without saying so is there once while it is not. A leaf is in those sets whose bits are set in its number.
 */
function setsOf(leaves: string[]): string[][] {
  for (let sets = 2; ; sets += 1) {
    const numbers = Array.from({ length: 2 ** sets }, (_, number) => number);
    const even = numbers.filter((number) => number.toString(2).replaceAll('0', '').length === sets >> 1);
    if (even.length < leaves.length) continue;
    return Array.from({ length: sets }, (_, bit) => leaves.filter((_, at) => (even[at] as number) & (1 << bit)));
  }
}

describe('leaf plugins', () => {
  it('can each be deleted by deleting their folder, and others with it', async () => {
    const found = await discoverBuiltIn();
    const needed = new Set(found.flatMap(({ plugin }) => Object.keys(plugin?.manifest.dependencies ?? {})));
    const leaves = found.map(({ origin }) => origin).filter((name) => !needed.has(name));
    assert.ok(leaves.length >= 1);
    const copy = scratchFolder();
    for (const part of ['core', 'plugins', 'migrations', 'templates', 'package.json', 'package-lock.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const boot = `(await import('./core/boot/module-resolution.ts')).prepareModules();
      const { createApp } = await import('./core/boot/boot.ts');
      const { loadSettings } = await import('./core/boot/config.ts');
      const app = await createApp(loadSettings({ DATA_DIR: './data', PORT: '0', LOG_LEVEL: 'error' }));
      const answer = await app.server.inject('/healthz');
      console.log(answer.statusCode, app.plugins.length);
      await app.stop();`;
    const sets = setsOf(leaves);
    for (const leaf of leaves) {
      for (const other of leaves.filter((name) => name !== leaf))
        assert.ok(sets.some((set) => set.includes(leaf) && !set.includes(other)));
    }
    for (const set of sets) {
      for (const leaf of set) rmSync(join(copy, 'plugins', leaf), { recursive: true });
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', boot], { cwd: copy });
      assert.equal(stdout.trim(), `200 ${found.length - set.length}`, `without ${set.join(', ')}`);
      for (const leaf of set) cpSync(join(root, 'plugins', leaf), join(copy, 'plugins', leaf), { recursive: true });
    }
    rmSync(copy, { recursive: true });
  });
});
