// Changes of large databases on the command line: which there are, how far each is, and how one is cancelled.
import { readId } from '../../core/cli/id-argument.ts';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import { type Command, type CommandInput, UsageProblem } from '../../core/kernel/plugin.ts';
import { presentSchemaJob } from './schema-change/present-job.ts';
import { cancelSchemaJob } from './schema-change/start-change.ts';
import { type SchemaJob, schemaJobs } from './schema-change/store.ts';

const system = { type: 'system' as const, reason: 'command line' };
const LISTED = 100;
const idArgument = [{ name: 'id', description: 'id of the change, as `database changes` shows it' }];

/** @throws Problem not_found */
async function jobNamed(app: App, { args }: CommandInput): Promise<SchemaJob> {
  const id = readId(args[0], 'id', 'a change');
  const job = await schemaJobs.byId(app.context(system), id);
  if (!job) throw new Problem('not_found', `There is no change ${id} of a database, or it ended long ago.`);
  return job;
}

/** @throws UsageProblem */
function limitIn({ options }: CommandInput): number {
  const limit = Number(options.limit ?? LISTED);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem('--limit must be a number above 0');
  return limit;
}

const list: Command = {
  name: 'database changes',
  summary: 'List changes of large databases that go on as jobs, newest first',
  options: [
    { flags: '--unfinished', description: 'only those that have not ended' },
    { flags: '--limit <n>', description: 'how many', default: String(LISTED) },
  ],
  examples: ['database changes --unfinished'],
  async run(app, input) {
    const isUnfinished = input.options.unfinished === true;
    const jobs = await schemaJobs.listed(app.context(system), { isUnfinished, limit: limitIn(input) });
    const changes = jobs.map(presentSchemaJob);
    input.output.table(changes.map(({ undo: _, finished_at: __, ...shown }) => shown));
    input.output.result({ ok: true, changes });
    return 0;
  },
};

const show: Command = {
  name: 'database change',
  summary: 'Show how far a change of a large database is',
  arguments: idArgument,
  examples: ['database change 3'],
  async run(app, input) {
    const change = presentSchemaJob(await jobNamed(app, input));
    const { id, collection_id, status, done, total, error } = change;
    input.output.line(`Change ${id} of database ${collection_id}: ${status}, ${done} of ${total} rows.`);
    if (error) input.output.line(error);
    input.output.result({ ok: true, change });
    return 0;
  },
};

const cancel: Command = {
  name: 'database cancel',
  summary: 'Cancel a change of a large database; nothing of it is kept',
  arguments: idArgument,
  examples: ['database cancel 3'],
  async run(app, input) {
    const ctx = app.context(system);
    const { id } = await jobNamed(app, input);
    if (!(await cancelSchemaJob(ctx, id))) throw new Problem('conflict', 'The change has come to its end already.');
    const change = presentSchemaJob((await schemaJobs.byId(ctx, id)) as SchemaJob);
    input.output.line(`Change ${id} is being cancelled; a running server takes back what it has done.`);
    input.output.result({ ok: true, change });
    return 0;
  },
};

export const databaseCommands: Command[] = [list, show, cancel];
