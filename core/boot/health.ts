// Whether the process lives and can serve, and its figures for those who hold the metrics token.
import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Server } from '@hapi/hapi';
import Joi from 'joi';
import { jobRecords } from '../events/job-records.ts';
import { notFound, Problem } from '../http/problem.ts';
import { header } from '../http/request-header.ts';
import { route } from '../http/route.ts';
import { prepareRoute } from '../http/route-defaults.ts';
import { type App, INTERFACE_VERSION } from '../kernel/app.ts';

const open = (because: string) => ({ access: { public: true as const, because } });

/** Of this process, whichever apps it has. */
const loop = monitorEventLoopDelay({ resolution: 20 });

/** How long a moment of the process waited at most, of 99 in a hundred, in milliseconds. */
export const loopDelayMs = (): number => loop.percentile(99) / 1e6;

export function installHealth(server: Server, app: App): void {
  loop.enable();
  const counts = new Map<number, number>();
  server.events.on('response', ({ response }) => {
    const status = response && 'statusCode' in response ? response.statusCode : 0;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  const routes = [
    route({
      method: 'GET',
      path: '/healthz',
      rules: open('monitors ask without an account'),
      options: { id: 'health.live', auth: false, validate: { query: Joi.any() } },
      handler: () => ({
        status: 'ok',
        version: app.version,
        interface: INTERFACE_VERSION,
        database: app.database.engine,
      }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      rules: open('load balancers ask without an account'),
      options: { id: 'health.ready', auth: false, validate: { query: Joi.any() } },
      handler: async () => {
        if (app.draining) throw new Problem('unavailable', 'The process is stopping.');
        await app.database.ping().catch((cause) => {
          throw new Problem('unavailable', 'The database is away.', { cause });
        });
        return { status: 'ready' };
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      rules: open('guarded by METRICS_TOKEN instead of an account'),
      options: { id: 'health.metrics', auth: false, validate: { query: Joi.any() } },
      handler: async (request, h) => {
        if (!app.settings.METRICS_TOKEN) throw notFound();
        if (!sameText(header(request, 'authorization') ?? '', `Bearer ${app.settings.METRICS_TOKEN}`))
          throw new Problem('unauthorized');
        return h
          .response(metrics(counts, [...replicasOf(app), ...(await workOf(app))]))
          .type('text/plain; version=0.0.4');
      },
    }),
  ];
  server.route(routes.map(prepareRoute));
  server.events.on('stop', () => loop.disable());
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How many jobs there are in each state, and how long the first that is due has waited; nothing while the database is away. */
async function workOf(app: App): Promise<string[]> {
  const ctx = app.context({ type: 'system', reason: 'metrics' });
  try {
    const [counts, due] = await Promise.all([jobRecords.counts(ctx), jobRecords.oldestDue(ctx)]);
    const late = due ? Math.max(0, (Date.parse(app.now()) - Date.parse(due)) / 1000) : 0;
    return [
      '# HELP commonplace_jobs Jobs by state; those that ended stay for seven days.',
      '# TYPE commonplace_jobs gauge',
      ...Object.entries(counts).map(([status, count]) => `commonplace_jobs{status="${status}"} ${count}`),
      '# HELP commonplace_jobs_late_seconds How long the first job that is due has waited.',
      '# TYPE commonplace_jobs_late_seconds gauge',
      `commonplace_jobs_late_seconds ${late.toFixed(1)}`,
    ];
  } catch (error) {
    app.log.warn({ err: error }, 'metrics of jobs');
    return [];
  }
}

/** Whether each replica of the database answers, and how many requests it was given by this process. */
function replicasOf({ database }: App): string[] {
  const states = database.replicas?.states ?? [];
  if (!states.length) return [];
  const line = (figure: string, name: string, value: number) => `${figure}{server=${JSON.stringify(name)}} ${value}`;
  return [
    '# HELP commonplace_replica_up Whether a replica of the database answers and follows the primary.',
    '# TYPE commonplace_replica_up gauge',
    ...states.map(({ name, state }) => line('commonplace_replica_up', name, state === 'away' ? 0 : 1)),
    '# TYPE commonplace_replica_requests_total counter',
    ...states.map(({ name, requests }) => line('commonplace_replica_requests_total', name, requests)),
  ];
}

function metrics(counts: Map<number, number>, work: string[]): string {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    '# TYPE commonplace_http_responses_total counter',
    ...[...counts].map(([status, count]) => `commonplace_http_responses_total{status="${status}"} ${count}`),
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE nodejs_heap_used_bytes gauge',
    `nodejs_heap_used_bytes ${heapUsed}`,
    '# TYPE commonplace_event_loop_delay_p99_milliseconds gauge',
    `commonplace_event_loop_delay_p99_milliseconds ${loopDelayMs().toFixed(2)}`,
    ...work,
    '',
  ].join('\n');
}
