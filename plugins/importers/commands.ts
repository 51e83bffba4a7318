// Imports on the command line: in a process of their own, with progress, and the report for people or as JSON.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readId } from '../../core/cli/id-argument.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Command, type CommandInput, UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { standardInput, watchFolder } from './command-source.ts';
import type { ColumnMapping } from './contract.ts';
import type { ImportProgress } from './job/heartbeat.ts';
import { readMapping } from './mapping.ts';
import { jobReport, presentImportJob, presentListed, presentSources } from './present.ts';
import { baseName } from './reading/entry-path.ts';
import { importerNamed } from './registry.ts';
import { reportLines } from './report-text.ts';
import { beginLocal, cancelImport, checkUndo, work } from './service.ts';
import { type JobRow, jobStore } from './store.ts';
import { undoImport } from './undo.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const run: Command = {
  name: 'import',
  summary: 'Import a folder, an archive or a file',
  arguments: [
    { name: 'source', description: 'kind of source; --list-sources shows all', optional: true },
    { name: 'path', description: 'folder, archive or file, or - for standard input', optional: true },
  ],
  options: [
    { flags: '--list-sources', description: 'show what can be imported' },
    { flags: '--workspace <workspace>', description: 'id, slug or name (default: the one with the lowest id)' },
    { flags: '--user <user>', description: 'id, login or email address (default: the owner of the workspace)' },
    { flags: '--parent <page>', description: 'id of the page or folder to import below' },
    { flags: '--dry-run', description: 'only report what would happen' },
    { flags: '--option <name=value...>', description: 'options of the source' },
    { flags: '--map <file>', description: 'JSON that says what columns of databases become' },
    { flags: '--name <name>', description: 'of what comes from standard input, with its ending' },
    { flags: '--watch', description: 'stay and bring every change of a folder until stopped' },
    { flags: '--prune', description: 'put pages into the trash whose notes are gone and that nobody changed here' },
  ],
  examples: [
    'import --list-sources',
    'import notes-vault ./Vault --dry-run',
    'import markdown ./notes.zip --parent 12',
    'import csv - --name prices.csv --map columns.json < prices.csv',
    'import notes-vault ./Vault --watch',
    'import notes-vault ./Vault --watch --prune',
  ],
  async run(app, input) {
    const [source, path] = input.args;
    if (input.options.listSources || source === undefined) return listSources(app, input);
    if (path === undefined) throw new UsageProblem('Name a source and the path to import.');
    if (path === '-') return fromInput(app, input, source);
    const place = resolve(path);
    return input.options.watch === true ? stay(app, input, source, place) : once(app, input, source, place);
  },
};

/** Watching begins before the first reading: what changes meanwhile is brought, too. */
async function stay(app: App, input: CommandInput, source: string, place: string): Promise<number> {
  const stop = new AbortController();
  const changes = watchFolder(place, AbortSignal.any([input.signal, stop.signal]));
  const next = changes.next();
  // Where there is no such folder the import says it.
  next.catch(() => {});
  try {
    const code = await once(app, input, source, place);
    if (code !== 0) return code;
    input.output.line(`Watching ${place}; stop with Ctrl+C.`);
    for (let change = await next; !change.done; change = await changes.next()) await once(app, input, source, place);
    return 0;
  } finally {
    stop.abort();
  }
}

/** One import from start to report; the exit code. */
async function once(
  app: App,
  input: CommandInput,
  source: string,
  path: string,
  name = baseName(path),
): Promise<number> {
  const job = await begin(app, input, source, { path, name });
  await follow(app, job, input);
  const ended = (await jobStore.byId(system(app), job.id)) as JobRow;
  show(ended, input);
  return ended.status === 'failed' || ended.status === 'cancelled' ? 1 : 0;
}

async function fromInput(app: App, input: CommandInput, source: string): Promise<number> {
  const importer = await importerNamed(app, source);
  const ending = importer?.accepts.find((one) => one.startsWith('.')) ?? '';
  const { path, remove } = await standardInput();
  try {
    return await once(app, input, source, path, text(input.options.name) ?? `input${ending}`);
  } finally {
    await remove();
  }
}

async function listSources(app: App, { output }: CommandInput): Promise<number> {
  const sources = await presentSources(system(app));
  output.table(sources.map(({ name, title, accepts }) => ({ source: name, title, accepts: accepts.join(' ') })));
  output.result({ sources });
  return 0;
}

async function begin(
  app: App,
  { options }: CommandInput,
  source: string,
  { path, name }: { path: string; name: string },
): Promise<JobRow> {
  const ctx = system(app);
  const parent = text(options.parent) === undefined ? undefined : await parentOf(ctx, String(options.parent));
  const home = await workspaceOf(ctx, text(options.workspace), parent?.workspace_id);
  const actor = await ctx.use(accounts).actorNamed(ctx, text(options.user) ?? String(home.owner_id));
  return beginLocal(
    app.context(actor),
    {
      source,
      workspaceId: home.id,
      parentId: parent?.id ?? null,
      filename: name,
      dryRun: options.dryRun === true,
      options: optionsOf(options.option),
      ...(text(options.map) !== undefined && { mapping: await mappingIn(String(options.map)) }),
    },
    path,
  );
}

async function mappingIn(file: string): Promise<ColumnMapping> {
  const said = await readFile(file, 'utf8').catch(() => undefined);
  if (said === undefined) throw new Problem('not_found', `There is nothing at ${file}.`);
  return readMapping(said);
}

async function parentOf(ctx: Ctx, id: string) {
  const page = await ctx.use(pages).byId(ctx, readId(id, '--parent', 'a page'));
  if (!page) throw new Problem('not_found', `There is no page ${id}.`);
  return page;
}

async function workspaceOf(ctx: Ctx, wanted: string | undefined, ofParent: number | undefined) {
  const service = ctx.use(workspaces);
  if (wanted === undefined && ofParent === undefined) {
    const first = await service.first(ctx);
    if (!first) throw new Problem('not_found', 'There is no workspace yet: register an account first.');
    return first;
  }
  const only = await service.named(ctx, wanted ?? String(ofParent));
  if (ofParent !== undefined && only.id !== ofParent) throw new UsageProblem('The parent is in another workspace.');
  return only;
}

function optionsOf(given: CommandInput['options'][string]): Record<string, unknown> {
  const pairs = [given ?? []].flat().filter((pair) => typeof pair === 'string');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageProblem(`--option must be name=value, not ${pair}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const labels: Record<ImportProgress['phase'], string> = {
  reading: 'Reading',
  files: 'Files',
  pages: 'Pages',
  relations: 'Relations',
};

/** Runs the job here. A signal cancels it: what is written stays and is reported. */
async function follow(app: App, job: JobRow, { output, signal, options }: CommandInput): Promise<void> {
  const cancel = () => void cancelImport(system(app), job.id).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  let shown: { phase: string; bar: ReturnType<typeof output.progress> } | undefined;
  const listener = ({ phase, done, total }: ImportProgress) => {
    if (shown?.phase !== phase) {
      shown?.bar.end();
      shown = { phase, bar: output.progress(labels[phase]) };
    }
    shown.bar.update(done, total);
  };
  try {
    if (signal.aborted) cancel();
    await work(system(app), job.id, new AbortController().signal, listener, { prune: options.prune === true });
  } finally {
    shown?.bar.end();
    signal.removeEventListener('abort', cancel);
  }
}

function show(job: JobRow, { output }: CommandInput): void {
  for (const line of reportLines(job, jobReport(job))) output.line(line);
  output.result({ ...presentImportJob(job), report_json: jobReport(job) });
}

async function jobNamed(app: App, id: string | undefined): Promise<JobRow> {
  const job = await jobStore.byId(system(app), id ?? '');
  if (!job) throw notFound();
  return job;
}

const list: Command = {
  name: 'import list',
  summary: 'List imports, newest first',
  async run(app, { output }) {
    const { items } = await jobStore.page(system(app), 'all', 100, 0);
    output.table(items, ['id', 'source', 'filename', 'status', 'created_at']);
    if (!items.length) output.line('Nothing was imported yet.');
    output.result({ jobs: items.map(presentListed) });
    return 0;
  },
};

const jobArgument = { name: 'id', description: 'id of the import' };

const report: Command = {
  name: 'import report',
  summary: 'Show what an import did and could not do',
  arguments: [jobArgument],
  async run(app, input) {
    show(await jobNamed(app, input.args[0]), input);
    return 0;
  },
};

const undo: Command = {
  name: 'import undo',
  summary: 'Put what an import made into the trash and restore what it changed',
  arguments: [jobArgument],
  options: [{ flags: '--user <user>', description: 'who does it (default: the person who imported)' }],
  async run(app, input) {
    const ctx = system(app);
    const job = await jobNamed(app, input.args[0]);
    if (job.undone_at) throw new Problem('conflict', 'The import was undone already.');
    if (['queued', 'analyzing', 'running', 'preview_ready'].includes(job.status))
      throw new Problem('conflict', 'The import has not ended.');
    await checkUndo(ctx, job);
    const actor = await ctx.use(accounts).actorNamed(ctx, text(input.options.user) ?? String(job.user_id));
    await undoImport(ctx.as(actor, 'import'), job);
    show(await jobNamed(app, job.id), input);
    return 0;
  },
};

export const importCommands: Command[] = [run, list, report, undo];
