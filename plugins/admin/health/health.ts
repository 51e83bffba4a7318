// The health of the running service: every check with what it found and what to do, and a look at all data as a job.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { diagnose } from '../../../core/cli/doctor.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type HealthCheck, type HealthVerdict, healthChecks, type SeenRequest } from '../contract.ts';
import { findingStore } from '../store.ts';
import { addressChecks } from './address-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { workChecks } from './work-checks.ts';

const own: HealthCheck[] = [...addressChecks, ...machineChecks, ...workChecks];

export interface HealthFinding {
  /** as programs know it, e.g. `admin.health.disk` */
  name: string;
  state: HealthVerdict['state'];
  /** in the language of the reader */
  label: string;
  detail: string;
  /** what to do; empty where all is well */
  remedy: string;
}

export const seenRequest = (request: Request): SeenRequest => ({
  host: String(request.headers.host ?? ''),
  isForwarded: Boolean(request.headers['x-forwarded-for'] ?? request.headers['x-forwarded-host']),
  isTrusted: request.ctx.app.addresses.trusts(request.info.remoteAddress),
});

async function ask(ctx: Ctx, { label, run }: HealthCheck, seen: SeenRequest | null): Promise<HealthFinding[]> {
  const t = ctx.app.messages.in(ctx.locale);
  const failed = (error: Error): HealthVerdict => ({
    ...{ state: 'error' as const, says: 'admin.health.broken', values: { reason: error.message.slice(0, 200) } },
  });
  const verdict = await run(ctx, seen).catch(failed);
  if (!verdict) return [];
  const { state, says, values } = verdict;
  const remedy = state === 'ok' ? '' : t(`${says}.remedy`, values);
  return [{ name: label, state, label: t(label), detail: t(says, values), remedy }];
}

/** All checks of this and of other plugins, at once; `seen` is null where nobody asked over the network. */
export async function healthOf(ctx: Ctx, seen: SeenRequest | null): Promise<HealthFinding[]> {
  const checks = [...own, ...ctx.app.contributions(healthChecks)];
  return (await Promise.all(checks.map((check) => ask(ctx, check, seen)))).flat();
}

/** Without anything secret, to be shown to others. */
export async function healthReport(ctx: Ctx, seen: SeenRequest | null) {
  const { app } = ctx;
  const [checks, data] = await Promise.all([healthOf(ctx, seen), findingStore.all(ctx)]);
  return {
    ok: checks.every(({ state }) => state !== 'error'),
    at: app.now(),
    version: app.version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    database: app.database.engine,
    checks,
    data: data.map(({ name, ok, detail, checked_at }) => ({ name, ok: Boolean(ok), detail, checked_at })),
    plugins: app.plugins.map(({ plugin, kind, state }) => ({ name: plugin?.name ?? kind, state })),
  };
}

/** Looks at all stored data, as the command doctor does, and keeps what it found. */
export async function checkData(ctx: Ctx): Promise<void> {
  const found = await diagnose(ctx.app, () => {});
  await ctx.tx((tx) => findingStore.replace(tx, found));
}

export const beginDataCheck = (ctx: Ctx): Promise<void> =>
  ctx.tx((tx) => tx.enqueue('admin.doctor', {}, { uniqueKey: 'admin.doctor' }));

const text = () => Joi.string().required().allow('');

export const healthSchema = Joi.object({
  ok: Joi.boolean().required(),
  at: text(),
  version: text(),
  node: text(),
  platform: text(),
  database: Joi.valid('sqlite', 'postgres').required(),
  checks: Joi.array()
    .items(
      Joi.object({
        name: text().example('admin.health.disk'),
        state: Joi.valid('ok', 'warning', 'error').required(),
        label: text(),
        detail: text(),
        remedy: text(),
      }),
    )
    .required(),
  data: Joi.array()
    .items(Joi.object({ name: text(), ok: Joi.boolean().required(), detail: text(), checked_at: text() }))
    .required(),
  plugins: Joi.array()
    .items(Joi.object({ name: text(), state: text() }))
    .required(),
}).meta({ title: 'Health' });
