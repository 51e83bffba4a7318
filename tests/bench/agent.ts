// The agent beside what it rests on: tools and the services they call, its first word and the model's, `/mcp` and the
// same reads of the API, and a product with the agent beside a copy that lacks it.
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../core/kernel/context.ts';
import { callTool, toolNamed } from '../../plugins/agent/tools/registry.ts';
import type { Tool } from '../../plugins/agent/tools/tool.ts';
import { collectionPolicies, databases } from '../../plugins/databases/contract.ts';
import { pagePolicies, pages, pageTexts } from '../../plugins/pages/contract.ts';
import { search } from '../../plugins/search/contract.ts';
import { workspacePolicies } from '../../plugins/workspaces/contract.ts';
import { emptyDatabase, migratedDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { modelEnvironment, startModel } from '../agent/model-server.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { compare, ROUNDS, requireOk } from './compare.ts';
import { markdown, terms } from './data.ts';
import { median, report } from './figures.ts';
import type { Call } from './load.ts';
import { preparePerson } from './prepare.ts';
import { type Running, root, start, startScript } from './processes.ts';

type Settings = (folder: string) => Record<string, string>;

const GOAL = 'agent';
const PAGES = 100;
const ROWS = 100;
/** Of each in a round, by turns. */
const CALLS = 200;
const WORDS = 30;
const [WARM, STARTS, IDLE_MS] = [2, 11, 5000];
const [MORE_MS, MORE_MB, FIRST_WORD_MS] = [40, 6, 30];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

interface Filled {
  workspaceId: number;
  pages: number[];
  collectionId: number;
}

type Send = (method: string, path: string, body: object) => Promise<{ id: number }>;

async function fill(send: Send, workspaceId: number): Promise<Filled> {
  const made: number[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    const { title, body } = markdown(at);
    made.push((await send('POST', '/api/v2/pages', { title, markdown: body, workspace_id: workspaceId })).id);
  }
  const properties = ['Count', 'Height', 'Weight'].map((name) => ({ name, type: 'number' }));
  const { id } = await send('POST', '/api/v2/collections', { workspace_id: workspaceId, name: 'Lamps', properties });
  for (let at = 0; at < ROWS; at += 1) {
    const values = { Count: at, Height: at * 2, Weight: at * 3 };
    await send('POST', `/api/v2/collections/${id}/rows`, { title: `Lamp ${at}`, values });
  }
  return { workspaceId, pages: made, collectionId: id };
}

interface Pair {
  name: string;
  args(index: number): Record<string, unknown>;
  /** the right that a tool asks for, and the services that it calls */
  service(ctx: Ctx, index: number): Promise<unknown>;
}

function pairs({ pages: made, collectionId, workspaceId }: Filled): Pair[] {
  const page = (index: number): number => made[index % made.length] as number;
  const title = (index: number): string => `Made ${index}`;
  const question = { limit: 25 };
  const q = terms.common.word;
  return [
    {
      name: 'read_page',
      args: (index) => ({ page_id: page(index) }),
      async service(ctx, index) {
        await ctx.app.access.require(ctx, pagePolicies.view, page(index));
        await ctx.use(pageTexts).markdown(ctx, page(index));
      },
    },
    {
      name: 'search',
      args: () => ({ q }),
      service: (ctx) => ctx.use(search).findWidely(ctx, { q, limit: 10 }),
    },
    {
      name: 'query_rows',
      args: () => ({ collection_id: collectionId }),
      async service(ctx) {
        await ctx.app.access.require(ctx, collectionPolicies.view, collectionId);
        const { results } = await ctx.use(databases).query(ctx, collectionId, question);
        await ctx.use(databases).textsOf(ctx, collectionId, results);
        await ctx.use(databases).properties(ctx, collectionId);
      },
    },
    {
      name: 'create_page',
      args: (index) => ({ title: title(index), markdown: markdown(index % PAGES).body, workspace_id: workspaceId }),
      async service(ctx, index) {
        await ctx.app.access.require(ctx, workspacePolicies.addContent, workspaceId);
        const blocks = await ctx.use(pageTexts).blocks(ctx, workspaceId, markdown(index % PAGES).body);
        await ctx.use(pages).create(ctx, { workspaceId, parentId: null, title: title(index), blocks });
      },
    },
  ];
}

interface ToolTimes {
  tool: number[];
  service: number[];
}

/** A tool and the services that it calls by turns: whoever comes second finds the caches warm, so they take turns at that. */
async function byTurns(
  { name, args, service }: Pair,
  acting: () => Ctx,
  rest: () => Promise<unknown>,
): Promise<ToolTimes> {
  const tool = toolNamed(name) as Tool;
  const times: ToolTimes = { tool: [], service: [] };
  const call = async (index: number) => {
    const answer = await callTool(acting(), tool, args(index));
    if ('error' in answer) throw new Error(`${name}: ${answer.detail}`);
  };
  for (let index = 0; index < ROUNDS * CALLS; index += 1) {
    const turns = [
      async () => void times.tool.push(await timed(() => call(index))),
      async () => void times.service.push(await timed(() => service(acting(), index))),
    ];
    for (const turn of index % 2 ? turns : turns.toReversed()) {
      await rest();
      await turn();
    }
  }
  return times;
}

/** In this process, each with a context of its own, as requests have them. */
async function toolCalls(t: TestApp, filled: Filled): Promise<void> {
  const acting = () => t.ctx('ann').as(t.ctx('ann').actor, 'agent');
  // From rest all that a call touches is fetched from memory anew, which multiplies the little that is the tool's own.
  const paces = { 'one after the other': async () => {}, 'from rest': () => sleep(1) };
  for (const pair of pairs(filled))
    for (const [pace, rest] of Object.entries(paces)) {
      const times = await byTurns(pair, acting, rest);
      const figures = [median(times.tool) * 1000, median(times.service) * 1000] as const;
      report(GOAL, `the tool ${pair.name} beside its services, ${pace}`, ...figures, 'µs', { most: 1.1 });
    }
}

/** Milliseconds until a stream says something that `isWord`. */
async function firstWord(url: string, init: RequestInit, isWord: RegExp): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, init);
  let heard = '';
  let at: number | undefined;
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += chunk;
    if (at === undefined && isWord.test(heard)) at = performance.now() - began;
  }
  if (at === undefined) throw new Error(`${url}: ${answer.status} ${heard.slice(0, 300)}`);
  return at;
}

async function firstWords(settings: Settings): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const model = await startModel(() => ({ text: 'They live on Rottnest.' }));
  const env = { ...settings(database.dataDir), ...modelEnvironment(model) };
  const { token, workspaceId } = await preparePerson(env);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ours = await start([process.execPath, join(root, 'core/boot/main.ts')], env, {
    path: '/api/v2/users/me',
    headers,
  });
  const post = (body: object): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) });
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let at = 0; at < WORDS + WARM; at += 1) {
      const made = await fetch(`${ours.base}/api/agent/conversations`, post({ workspace_id: workspaceId }));
      const { id } = (await made.json()) as { id: number };
      const question = post({ text: 'Where do quokkas live?' });
      const path = `${ours.base}/api/agent/conversations/${id}/messages`;
      const mine = await firstWord(path, question, /event: text\n/);
      // What the model was sent, with all its tools, sent once more.
      const bare = await firstWord(`${model.url}/v1/chat/completions`, post(model.asked.at(-1)?.body), /They/);
      if (at < WARM) continue;
      times.ours.push(mine);
      times.bare.push(bare);
    }
  } finally {
    await ours.stop();
    await model.close();
    await database.cleanup();
  }
  const beside = median(times.bare) + FIRST_WORD_MS;
  report(GOAL, `first word, beside that of the model and ${FIRST_WORD_MS} ms`, median(times.ours), beside, 'ms', {
    most: 1,
  });
}

async function outsideReads(settings: Settings): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const env = settings(database.dataDir);
  const { token, workspaceId } = await preparePerson(env);
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    accept: 'application/json, text/event-stream',
  };
  const ours = await start(['sh', '-c', startScript()], env, { path: '/api/v2/users/me', headers });
  const send: Send = async (method, path, body) => {
    const answer = await fetch(ours.base + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: number };
  };
  const filled = await fill(send, workspaceId);
  const q = terms.common.word;
  const page = (index: number): number => filled.pages[index % PAGES] as number;
  const mcp = (name: string, args: (index: number) => object) => (id: number) => {
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name, arguments: args(id) },
    });
    return { method: 'POST', path: '/mcp', headers, body };
  };
  const reads: [string, (index: number) => Call, (index: number) => Call][] = [
    [
      'read_page',
      mcp('read_page', (at) => ({ page_id: page(at) })),
      (at) => ({ path: `/api/v2/pages/${page(at)}/markdown`, headers }),
    ],
    ['search', mcp('search', () => ({ q, limit: 20 })), () => ({ path: `/api/v2/search?q=${q}&limit=20`, headers })],
    [
      'query_rows',
      mcp('query_rows', () => ({ collection_id: filled.collectionId, limit: 25 })),
      () => ({ path: `/api/v2/collections/${filled.collectionId}/rows?limit=25`, headers }),
    ],
  ];
  for (const [name, call, same] of reads)
    await compare(GOAL, `/mcp calls ${name}, beside the same read`, 0.35, [ours, call], [ours, same], (answer) => {
      requireOk(answer);
      if (/"isError":true|"error":/.test(answer.text)) throw new Error(answer.text.slice(0, 300));
    });
  await ours.stop();
  await database.cleanup();
}

/** Its connectors stay: forges are read by them, too. */
const AGENT = ['agent'];

function copyProduct(name: string, lacking: string[] = []): string {
  const folder = join(scratchFolder(), name);
  mkdirSync(folder);
  for (const part of ['core', 'plugins', 'templates', 'migrations', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const plugin of lacking) rmSync(join(folder, 'plugins', plugin), { recursive: true });
  return folder;
}

interface Idle {
  memory: number[];
  /** of a processor: other work on the machine moves the clock's by more than is looked for */
  starts: number[];
}

/** What the agent costs where nobody asks it: two copies of the product, of which one has no agent. */
async function idleCosts(settings: Settings): Promise<void> {
  const model = { AGENT_PROVIDER: 'openai', AGENT_BASE_URL: 'http://127.0.0.1:9/v1', AGENT_MODEL: 'stub' };
  const copies = [copyProduct('with'), copyProduct('without', AGENT)];
  const found = copies.map((): Idle => ({ memory: [], starts: [] }));
  const first = { path: '/api/v2/sso/providers' };
  for (let round = 0; round < STARTS + WARM; round += 1) {
    const running: Running[] = [];
    for (const at of round % 2 ? [0, 1] : [1, 0]) {
      const copy = copies[at] as string;
      const env = { ...settings(join(copy, 'data')), ...(at === 0 && model) };
      running[at] = await start(['sh', '-c', `cd '${copy}' && ${startScript()}`], env, first);
      // Whatever begins with a server is over when the next one starts.
      await sleep(IDLE_MS);
    }
    for (const [at, one] of running.entries()) {
      const { starts, memory } = found[at] as Idle;
      if (round >= WARM) starts.push(one.startUsed);
      if (round >= WARM) memory.push(one.memory());
      await one.stop();
    }
  }
  const [mine, bare] = found as [Idle, Idle];
  report(
    GOAL,
    `cold start on the processor, beside one without an agent and ${MORE_MS} ms`,
    median(mine.starts),
    median(bare.starts) + MORE_MS,
    'ms',
    { most: 1 },
  );
  report(
    GOAL,
    `memory idle, beside one without an agent and ${MORE_MB} MB`,
    median(mine.memory),
    median(bare.memory) + MORE_MB,
    'MB',
    { most: 1 },
  );
  for (const copy of copies) rmSync(copy, { recursive: true });
}

export async function agent(settings: Settings): Promise<void> {
  const database = await migratedDatabase('sqlite');
  const t = await startApp(database, { checkAnswers: false });
  const filled = await fill(async (method, path, body) => (await t.call('ann', method, path, { body })).body, t.ws1);
  await toolCalls(t, filled);
  await t.stop();
  await database.cleanup();
  await firstWords(settings);
  await outsideReads(settings);
  await idleCosts(settings);
}
