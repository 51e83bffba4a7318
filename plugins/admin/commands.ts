// Jobs on the command line: what waits, runs and failed, and another try.
import { readId } from '../../core/cli/id-argument.ts';
import { JOB_STATES, type JobState, jobRecords } from '../../core/events/job-records.ts';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { jobSchedule } from './job-schedule.ts';

const system = { type: 'system' as const, reason: 'command line' };
const LISTED = 100;

export const adminCommands: Command[] = [
  {
    name: 'jobs list',
    summary: 'List jobs, newest first',
    options: [
      { flags: '--status <status>', description: 'only these', choices: [...JOB_STATES] },
      { flags: '--limit <n>', description: 'how many', default: String(LISTED) },
    ],
    examples: ['jobs list --status failed'],
    async run(app, { options, output }) {
      const limit = Number(options.limit ?? LISTED);
      if (!Number.isInteger(limit) || limit < 1) throw new UsageProblem('--limit must be a number above 0');
      const status = options.status as JobState | undefined;
      const { items, total } = await jobRecords.page(app.context(system), status, limit, 0);
      output.table(items, ['id', 'kind', 'status', 'attempts', 'run_at', 'error']);
      output.result({ ok: true, jobs: items, total });
      return 0;
    },
  },
  {
    name: 'jobs schedule',
    summary: 'List the jobs that begin by the clock, with their last run and the next',
    async run(app, { output }) {
      const jobs = await jobSchedule(app.context(system));
      output.table(
        jobs.map(({ kind, cron, last_run_at, next_run_at }) => ({
          ...{ kind, cron },
          ...{ last_run_at: last_run_at ?? '', next_run_at: next_run_at ?? '' },
        })),
      );
      output.result({ ok: true, jobs });
      return 0;
    },
  },
  {
    name: 'jobs retry',
    summary: 'Start a failed job anew; a running server takes it up',
    arguments: [{ name: 'id', description: 'id of the job' }],
    async run(app, { args, output }) {
      const job = await jobRecords.retry(app.context(system), readId(args[0], 'id', 'a job'));
      output.line(`Job ${job.id} (${job.kind}) is queued again.`);
      output.result({ ok: true, job });
      return 0;
    },
  },
];
