// Clients that generators make from the API document: they compile, know types of properties, and work with a server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { listen } from '../kit/browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const folder = scratchFolder();
let database: TestDatabase;
let t: Awaited<ReturnType<typeof listen>>;
let described: Record<string, unknown>;
let env: NodeJS.ProcessEnv;

const withFetch = `import createClient from 'openapi-fetch';
import type { paths } from './schema';
const { BASE = '', AUTHORIZATION = '', WORKSPACE = '' } = process.env;
const client = createClient<paths>({ baseUrl: BASE, headers: { authorization: AUTHORIZATION } });
const must = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};
const workspace_id = Number(WORKSPACE);
const page = must(await client.POST('/api/v2/pages', { body: { workspace_id, title: 'Plan' } }));
const base = must(await client.POST('/api/v2/collections', { body: { workspace_id, name: 'Talks' } }));
const path = { id: base.id };
const made = must(
  await client.POST('/api/v2/collections/{id}/properties', {
    params: { path },
    body: { name: 'State', type: 'select', config: { options: [{ name: 'Open', color: 'green' }] } },
  }),
);
if ('job' in made || made.type !== 'select') throw new Error('nothing was made');
const option: string | undefined = made.config.options?.[0]?.name;
const row = must(
  await client.POST('/api/v2/collections/{id}/rows', {
    params: { path, query: { names: true } },
    body: { title: 'One', values: { State: option } },
  }),
);
const found = must(
  await client.POST('/api/v2/collections/{id}/query', {
    params: { path },
    body: { filter: { property_id: 'State', op: 'equals', value: option } },
  }),
);
console.log(page.title, row.title, row.values.State, found.total);
// @ts-expect-error a rating has no options
await (() => ({ name: 'Stars', type: 'rating', config: { options: [] } }) satisfies NewRating);
type NewRating = import('./schema').components['schemas']['RatingNewProperty'];
`;

const withSdk = `import { client } from './sdk/client.gen';
import { collectionsCreate, pagesCreate, propertiesCreate, rowsCreate, rowsQuery } from './sdk';
const { BASE = '', AUTHORIZATION = '', WORKSPACE = '' } = process.env;
client.setConfig({ baseUrl: BASE, headers: { authorization: AUTHORIZATION }, throwOnError: true });
const workspace_id = Number(WORKSPACE);
const throwOnError = true;
const page = await pagesCreate({ body: { workspace_id, title: 'Plan' }, throwOnError });
const { data: base } = await collectionsCreate({ body: { workspace_id, name: 'More talks' }, throwOnError });
const path = { id: base.id };
const { data: made } = await propertiesCreate({ path, body: { name: 'Seats', type: 'number', config: { decimals: 2 } }, throwOnError });
if ('job' in made || made.type !== 'number') throw new Error('nothing was made');
const decimals: number | undefined = made.config.decimals;
const body = { title: 'One', values: { Seats: decimals } };
const row = await rowsCreate({ path, query: { names: true }, body, throwOnError });
const found = await rowsQuery({ path, body: { filter: { property_id: 'Seats', op: 'equals', value: 2 } }, throwOnError });
console.log(page.data.title, row.data.title, row.data.values.Seats, found.data.total);
`;

before(async () => {
  database = await migratedDatabase('sqlite');
  t = await listen(database);
  const { authorization } = await t.token('ann');
  env = { ...process.env, BASE: t.app.server.info.uri, AUTHORIZATION: authorization, WORKSPACE: String(t.ws1) };
  mkdirSync(join(folder, 'sdk'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  described = (await (await fetch(`${t.app.server.info.uri}/api/v2/openapi.json`)).json()) as typeof described;
  writeFileSync(join(folder, 'document.json'), JSON.stringify(described));
  const generators = join(root, 'tests/api/client-generators.ts');
  await run(process.execPath, [generators, join(folder, 'document.json'), folder]);
  writeFileSync(join(folder, 'fetch.ts'), withFetch);
  writeFileSync(join(folder, 'program.ts'), withSdk);
});
after(async () => {
  await t.stop();
  await database.cleanup();
  rmSync(folder, { recursive: true });
});

type Schema = Record<string, unknown> & { type?: unknown; properties?: Record<string, Schema> };
const schemasIn = (value: unknown): Schema[] =>
  typeof value === 'object' && value !== null ? [value as Schema, ...Object.values(value).flatMap(schemasIn)] : [];

it('are told of each object that takes any key, which they take for an empty one otherwise', () => {
  const silent = schemasIn(described).filter(
    ({ type, properties = {}, ...rest }) =>
      [type].flat().includes('object') &&
      Object.keys(properties).length === 0 &&
      rest.additionalProperties === undefined &&
      rest.patternProperties === undefined,
  );
  assert.deepEqual(silent, []);
});

it('are told of every setting of a property that they may send, in answers too', () => {
  const { schemas = {} } = described.components as { schemas?: Record<string, Schema> };
  const types = Object.keys(schemas).filter((name) => name.endsWith('NewProperty') && name !== 'NewProperty');
  assert.ok(types.length > 20, types.join());
  const onlySent = types.flatMap((name) => {
    const keys = (of: string) => Object.keys(schemas[of]?.properties?.config?.properties ?? {});
    const shown = keys(name.replace('NewProperty', 'Property'));
    return keys(name).flatMap((key) => (shown.includes(key) ? [] : `${name} ${key}`));
  });
  assert.deepEqual(onlySent, ['RelationNewProperty two_way', 'RelationNewProperty reverse_name']);
});

it('compile under strict rules', async () => {
  const options = '--noEmit --strict --skipLibCheck --target es2024 --module esnext --moduleResolution bundler';
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...options.split(' '), '--types', 'node', 'fetch.ts', 'program.ts'];
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => error);
  assert.equal(stdout, '');
});

for (const [program, printed] of [
  ['fetch', 'Plan One Open 1\n'],
  ['program', 'Plan One 2 1\n'],
] as const) {
  it(`make pages, databases, properties and rows, and find them: ${program}`, async () => {
    const outfile = join(folder, `${program}.mjs`);
    await build({
      entryPoints: [join(folder, `${program}.ts`)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
    });
    const { stdout } = await run(process.execPath, [outfile], { env, timeout: 20_000 });
    assert.equal(stdout, printed);
  });
}
