// The numbers of the service in one object, as the API and the overview show them.
import Joi from 'joi';
import { JOB_STATES, jobRecords } from '../../core/events/job-records.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { SERIES, statsStore } from './store.ts';

export async function statsOf(ctx: Ctx) {
  const [totals, jobs, days] = await Promise.all([
    statsStore.totals(ctx),
    jobRecords.counts(ctx),
    statsStore.days(ctx),
  ]);
  return { ...totals, jobs, days };
}

const count = () => Joi.number().integer().min(0).required();
const counts = (names: readonly string[]) =>
  Joi.object(Object.fromEntries(names.map((name) => [name, count()]))).required();

export const statsSchema = Joi.object({
  users: counts(['total', 'active', 'admins']),
  workspaces: counts(['total']),
  pages: counts(['total', 'trashed']),
  files: counts(['total', 'bytes']),
  jobs: counts(JOB_STATES),
  days: Joi.array()
    .items(
      counts(SERIES)
        .keys({ date: Joi.string().required().example('2026-11-20') })
        .optional(),
    )
    .required()
    .description('The last 14 days in UTC, oldest first; `bytes` are those of new files, `logins` new sessions'),
}).meta({ title: 'Stats' });
