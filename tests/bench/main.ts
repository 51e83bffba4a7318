// `npm run bench`: the product beside bare references in the same minutes, three interleaved rounds, printed as ratios.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeServerBundle } from '../../release/server-bundle.ts';
import { agent } from './agent.ts';
import { automations } from './automations.ts';
import { clips } from './clips.ts';
import { compare, ROUNDS, requireOk } from './compare.ts';
import { consoleParts } from './console.ts';
import { markdown, PAGES, terms } from './data.ts';
import {
  askOf,
  fillReference,
  fillTables,
  listOf,
  MANY,
  makeOf,
  ROWS,
  rawScan,
  rawTable,
  rowAt,
  type Table,
  writeTable,
} from './databases.ts';
import { deliveries } from './deliveries.ts';
import { editing } from './editing.ts';
import { median, report, rows } from './figures.ts';
import { type Together, together } from './live-editing.ts';
import { type Answer, type Call, load } from './load.ts';
import { offline } from './offline.ts';
import { type Prepared, prepareProduct, prepareReferences, SECRET_KEY, writeFiles } from './prepare.ts';
import { type Running, root, start, startScript } from './processes.ts';
import { rawImport, rawSearch } from './raw.ts';
import { GRANTS, GROUPS, LEVELS, prepareRights } from './rights.ts';
import { million, scale } from './scale/growth.ts';
import { signOn } from './sign-on.ts';
import { reportFrames } from './table.ts';
import { firstViews } from './views.ts';

/** `npm run bench -- start` measures one part only. */
const parts = process.argv.slice(2);
const wanted = (part: string): boolean => !parts.length || parts.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'commonplace-bench-'));
const data = join(folder, 'product');
const references = join(folder, 'references');

const settings = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'error',
  SECRET_KEY,
  API_V2_RATE_LIMIT_PER_TOKEN: '0',
  ACCOUNT_RATE_LIMIT: '0',
});

const product = (dataDir: string, first: Call): Promise<Running> =>
  start(['sh', '-c', startScript()], settings(dataDir), first);
const reference = (kind: string, first: Call): Promise<Running> =>
  start([process.execPath, join(root, 'tests/bench/references.ts'), kind, references], {}, first);

async function coldStart(bearer: Record<string, string>): Promise<void> {
  const times = { ours: [] as number[], fresh: [] as number[], bare: [] as number[] };
  const memory = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await reference('R2', { path: '/pages/1' });
    const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
    const fresh = await product(join(folder, `fresh-${round}`), { path: '/api/v2/sso/providers' });
    await fresh.stop();
    times.bare.push(bare.startMs);
    times.ours.push(ours.startMs);
    times.fresh.push(fresh.startMs);
    await sleep(10_000);
    memory.bare.push(bare.memory());
    memory.ours.push(ours.memory());
    await Promise.all([bare.stop(), ours.stop()]);
  }
  report('1', 'cold start to first authenticated answer', median(times.ours) / 1000, median(times.bare) / 1000, 's', {
    most: 3,
  });
  report(
    '1',
    'the same on an empty database, all migrations',
    median(times.fresh) / 1000,
    median(times.bare) / 1000,
    's',
    { most: 6 },
  );
  report('2', 'memory idle, against R2', median(memory.ours), median(memory.bare), 'MB', { most: 1.8 });
}

async function operations({ cookie, workspaceId, htmlPage }: Prepared, bearer: Record<string, string>): Promise<void> {
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  const stub = await reference('S', { path: '/pages/1', headers: bearer });
  const json = { ...bearer, 'content-type': 'application/json' };
  const bodyOf = (index: number, extra: object): string => {
    const { title, body } = markdown(index % PAGES);
    return JSON.stringify({ title, markdown: body, ...extra });
  };
  const withText = (part: string) => (answer: Answer) => {
    requireOk(answer);
    if (!answer.text.includes(part)) throw new Error(`the answer lacks ${part}: ${answer.text.slice(0, 200)}`);
  };
  const page = (index: number): number => htmlPage + (index % 29);
  await compare(
    '3',
    'read a page by token',
    0.45,
    [ours, (i) => ({ path: `/api/v2/pages/${page(i)}`, headers: bearer })],
    [stub, (i) => ({ path: `/pages/${page(i)}`, headers: bearer })],
    withText('"content":"{'),
  );
  await compare(
    '4',
    'list 50 pages with total',
    0.25,
    [ours, () => ({ path: `/api/v2/pages?workspace_id=${workspaceId}`, headers: bearer })],
    [stub, () => ({ path: '/list', headers: bearer })],
    withText('"sync_version"'),
  );
  for (const { word, pages } of [terms.rare, terms.common]) {
    const raw: number[] = [];
    const mine: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      raw.push(await rawSearch(references, word));
      mine.push(
        (
          await load(
            ours.base,
            () => ({ path: `/api/v2/search?q=${word}&limit=20`, headers: bearer }),
            withText('"snippet"'),
          )
        ).perSecond,
      );
    }
    report('6', `search a word of ${pages} pages, against raw FTS5`, median(mine), median(raw), '/s', {
      least: pages < 100 ? 0.25 : 0.4,
    });
  }
  await compare(
    '7c',
    'HTML of a page with sidebar',
    0.4,
    [ours, (i) => ({ path: `/pages/${page(i)}`, headers: { cookie } })],
    [stub, (i) => ({ path: `/html/${page(i)}`, headers: bearer })],
    withText('<h1'),
  );
  await compare(
    '5a',
    'create a page',
    0.4,
    [
      ours,
      (i) => ({ method: 'POST', path: '/api/v2/pages', headers: json, body: bodyOf(i, { workspace_id: workspaceId }) }),
    ],
    [stub, (i) => ({ method: 'POST', path: '/pages', headers: json, body: bodyOf(i, {}) })],
    withText('"sync_version":1'),
  );
  report('2', 'memory after load, against S', ours.memory(), stub.memory(), 'MB', { most: 1.5 });
  await Promise.all([ours.stop(), stub.stop()]);
}

/** The same where it takes work to know who may read: goal 3 holds there, too. */
async function rights(bearer: Record<string, string>): Promise<void> {
  const { token, workspaceId, firstPage, pages } = await prepareRights(data);
  const member = { authorization: `Bearer ${token}` };
  const ours = await product(data, { path: '/api/v2/users/me', headers: member });
  const stub = await reference('S', { path: '/pages/1', headers: bearer });
  const through = `${LEVELS} levels, ${GRANTS} grants, ${GROUPS} groups`;
  await compare(
    '3',
    `read a page by token, through ${through}`,
    0.45,
    [ours, (i) => ({ path: `/api/v2/pages/${firstPage + (i % pages)}`, headers: member })],
    [stub, (i) => ({ path: `/pages/${1 + (i % pages)}`, headers: bearer })],
    requireOk,
  );
  await compare(
    '4',
    `list 50 pages with total, through the same`,
    0.25,
    [ours, () => ({ path: `/api/v2/pages?workspace_id=${workspaceId}`, headers: member })],
    [stub, () => ({ path: '/list', headers: bearer })],
    requireOk,
  );
  await Promise.all([ours.stop(), stub.stop()]);
}

/** Peers ask for 305 kB in 12 requests at least (performance.md 7a). */
const PEER = { size: 305, requests: 12 };

async function views({ cookie, htmlPage }: Prepared, bearer: Record<string, string>): Promise<void> {
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  const stub = await reference('S', { path: '/pages/1', headers: bearer });
  const found = await firstViews(5, [
    { url: `${ours.base}/pages/${htmlPage}`, headers: { cookie } },
    { url: `${stub.base}/html/${htmlPage}`, headers: bearer },
  ]);
  await Promise.all([ours.stop(), stub.stop()]);
  const [mine, bare] = found ?? [];
  if (!mine || !bare) return;
  report('7a', 'first view of a page with its editor', mine.size, PEER.size, 'kB', { most: 1 });
  report('7a', 'requests of that view', mine.requests, PEER.requests, '', { most: 1 });
  report('7b', 'text of a page visible, cold cache', mine.visible / 1000, bare.visible / 1000, 's', { most: 4 });
}

const LONG_PAGE = 2000;

async function writing({ cookie, workspaceId }: Prepared, bearer: Record<string, string>): Promise<void> {
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  const paragraph = 'A line of a long page that somebody really writes in, with a few words to wrap around.';
  const markdown = Array.from({ length: LONG_PAGE }, (_, index) => `${paragraph} ${index}`).join('\n\n');
  const made = await fetch(`${ours.base}/api/v2/pages`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ workspace_id: workspaceId, title: 'Long', markdown }),
  });
  const { id } = (await made.json()) as { id: number };
  const found = await editing(`${ours.base}/pages/${id}`, cookie, LONG_PAGE);
  await ours.stop();
  if (!found) return;
  report('editor', `${found.blocks} blocks ready to write`, found.ready / 1000, 0.4, 's', { most: 1 });
  report('editor', 'key to frame, 95 of 100', found.key.p95, 25, 'ms', { most: 1 });
}

const socketOf = (base: string): string => base.replace('http', 'ws');

async function rooms({ cookie, htmlPage }: Prepared, bearer: Record<string, string>): Promise<void> {
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  const relay = await start([process.execPath, join(root, 'tests/bench/relay.ts')], {}, { path: '/' });
  const room = { url: `${socketOf(ours.base)}/ws/pages/${htmlPage}`, headers: { cookie } };
  for (const people of [16, 64]) {
    const found = { ours: [] as Together[], bare: [] as Together[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      found.bare.push(await together({ url: socketOf(relay.base) }, people));
      found.ours.push(await together(room, people));
    }
    const middle = (which: keyof typeof found, figure: keyof Together) =>
      median(found[which].map((one) => one[figure]));
    report('9', `a key reaches ${people - 1} others, 99 of 100`, middle('ours', 'p99'), middle('bare', 'p99'), 'ms', {
      most: 2,
    });
    const deliveries = [middle('ours', 'deliveries'), middle('bare', 'deliveries')] as const;
    report('9', `changes handed on to ${people - 1} others in a burst`, ...deliveries, '/s', { least: 0.6 });
  }
  await Promise.all([ours.stop(), relay.stop()]);
}

/** Seconds of the whole command in a new folder; `found` is what its report has to say. */
async function importSeconds(name: string, args: string[], found: RegExp): Promise<number> {
  const env = { PATH: process.env.PATH, ...settings(join(folder, name)) };
  const cli = [join(root, 'cli/main.ts')];
  const run = promisify(execFile);
  await run(process.execPath, [...cli, 'user', 'create', 'bench@example.org'], { env, cwd: folder });
  const started = performance.now();
  const { stdout } = await run(process.execPath, [...cli, 'import', ...args, '--json'], { env, cwd: folder });
  if (!found.test(stdout)) throw new Error(`import: ${stdout.slice(-300)}`);
  return (performance.now() - started) / 1000;
}

async function table(prepared: Prepared, bearer: Record<string, string>): Promise<void> {
  const [filled] = (await fillTables(data, prepared.workspaceId, [MANY])) as [Table];
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  await reportFrames(`${ours.base}/pages/${filled.pageId}?view=${filled.allId}`, prepared);
  await ours.stop();
}

async function imports(): Promise<void> {
  const files = join(folder, 'files');
  writeFiles(files);
  const ours: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    raw.push(await rawImport(files, join(folder, `raw-${round}.db`)));
    ours.push(await importSeconds(`import-${round}`, ['markdown', files], /"pages":\s*1000/));
  }
  report('8a', 'import 1,000 Markdown files, whole command', median(ours), median(raw), 's', { most: 15 });
}

async function tableImports(): Promise<void> {
  const csv = join(folder, 'rows.csv');
  writeTable(csv);
  const ours: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    raw.push(await rawTable(csv, join(folder, `raw-table-${round}.db`)));
    ours.push(await importSeconds(`table-${round}`, ['csv', csv], /"rows":\s*10000/));
  }
  report('8b', 'import 10,000 CSV rows, whole command', median(ours), median(raw), 's', { most: 50 });
}

async function databases({ workspaceId }: Prepared, bearer: Record<string, string>): Promise<void> {
  console.log(`Preparing databases of ${ROWS} and ${MANY} rows…`);
  const [few, many] = (await fillTables(data, workspaceId, [ROWS, MANY])) as [Table, Table];
  await fillReference(references);
  const ours = await product(data, { path: '/api/v2/users/me', headers: bearer });
  const stub = await reference('S', { path: '/pages/1', headers: bearer });
  const fifty = (answer: Answer) => {
    requireOk(answer);
    const given = JSON.parse(answer.text) as unknown[] | { results: unknown[] };
    const shown = Array.isArray(given) ? given : given.results;
    if (shown.length !== 50) throw new Error(`${shown.length} rows`);
  };
  const list = () => listOf(few, bearer);
  await compare(
    '4a',
    'list 50 of 10,000 rows by a saved view, with total',
    0.5,
    [ours, list],
    [stub, () => ({ path: '/rows', headers: bearer })],
    fifty,
  );
  const figures = { raw: [] as number[], asked: [] as number[], few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.raw.push(await rawScan(references));
    figures.asked.push((await load(ours.base, (i) => askOf(few, round * 97 + i, bearer), fifty)).perSecond);
    figures.few.push((await load(ours.base, list, fifty)).p99);
    figures.many.push((await load(ours.base, () => listOf(many, bearer), fifty)).p99);
  }
  report('4b', 'the same by a filter of the moment, against a scan', median(figures.asked), median(figures.raw), '/s', {
    least: 0.3,
  });
  report('4c', '99 of 100 lists of 100,000 rows, against 10,000', median(figures.many), median(figures.few), 'ms', {
    most: 2,
  });
  const body = JSON.stringify(rowAt(1));
  await compare(
    '5b',
    'create a row',
    0.5,
    [ours, (i) => makeOf(few, i, bearer)],
    [stub, () => ({ method: 'POST', path: '/rows', headers: { ...bearer, 'content-type': 'application/json' }, body })],
    requireOk,
  );
  await Promise.all([ours.stop(), stub.stop()]);
  await tableImports();
}

const onPages = ['start', 'views', 'writing', 'rooms', 'operations', 'rights', 'databases', 'table', 'imports'];

async function measurePages(): Promise<void> {
  console.log('Preparing 5,000 pages…');
  const prepared = await prepareProduct(data);
  await prepareReferences(references, prepared.token);
  const bearer = { authorization: `Bearer ${prepared.token}` };
  if (wanted('start')) await coldStart(bearer);
  const first = await reference('R1', { path: '/' });
  const bare = await load(first.base, () => ({ path: '/' }), requireOk);
  await first.stop();
  console.log(`R1, for scale: ${bare.perSecond.toFixed(0)} answers/s, p99 ${bare.p99.toFixed(1)} ms`);
  if (wanted('views')) await views(prepared, bearer);
  if (wanted('writing')) await writing(prepared, bearer);
  if (wanted('rooms')) await rooms(prepared, bearer);
  // Afterwards the workspace holds thousands of pages more, all at its top.
  if (wanted('operations')) await operations(prepared, bearer);
  if (wanted('rights')) await rights(bearer);
  if (wanted('databases')) await databases(prepared, bearer);
  if (wanted('table')) await table(prepared, bearer);
  if (wanted('imports')) await imports();
}

try {
  // As after `npm ci`, also where something has changed since.
  await writeServerBundle({ folder: root, sources: root, ending: 'ts' });
  if (onPages.some(wanted)) await measurePages();
  if (wanted('clips')) await clips(settings);
  if (wanted('offline')) await offline(settings);
  if (wanted('deliveries')) await deliveries(settings);
  if (wanted('automations')) await automations(settings);
  if (wanted('agent')) await agent(settings);
  if (wanted('sign-on')) await signOn();
  if (wanted('console')) await consoleParts();
  if (wanted('scale')) await scale();
  // Only by name: it takes half an hour and more.
  if (parts.includes('million')) await million();
  console.table(rows.map(({ ratio, ...row }) => ({ ...row, ratio: ratio.toFixed(2) })));
  process.exitCode = rows.every(({ reached }) => reached) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
