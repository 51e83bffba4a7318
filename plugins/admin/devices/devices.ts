// Sessions, tokens and devices of everybody: how many each person has, which they are, and their end.
import Joi from 'joi';
import type { ListPage } from '../../../core/http/pagination.ts';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, administration, type Device, type DeviceKind, deviceKinds, type User } from '../../auth/contract.ts';

export const deviceKindsOf = (ctx: Ctx): DeviceKind[] => ctx.app.contributions(deviceKinds);

export interface PersonDevices {
  user_id: number;
  login: string;
  name: string;
  /** by kind */
  devices: Record<string, number>;
}

export async function countDevices(
  ctx: Ctx,
  options: { q?: string; limit: number; offset: number },
): Promise<ListPage<PersonDevices>> {
  const { items, total } = await ctx.use(administration).page(ctx, options);
  const ids = items.map(({ id }) => id);
  const kinds = deviceKindsOf(ctx);
  const counts = await Promise.all(kinds.map((one) => one.counts(ctx, ids)));
  const countsOf = (id: number) => Object.fromEntries(kinds.map(({ kind }, at) => [kind, counts[at]?.get(id) ?? 0]));
  return {
    items: items.map(({ id, login, full_name }) => ({
      ...{ user_id: id, login, name: full_name || login, devices: countsOf(id) },
    })),
    total,
  };
}

/** @throws Problem not_found */
export async function personById(ctx: Ctx, userId: number): Promise<User> {
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (!user) throw notFound();
  return user;
}

export type ListedDevice = Device & { kind: string };

/** Of one person, by kind, last used first. @throws Problem not_found */
export async function listDevices(ctx: Ctx, userId: number): Promise<ListedDevice[]> {
  await personById(ctx, userId);
  const kinds = deviceKindsOf(ctx);
  const lists = await Promise.all(kinds.map((one) => one.list(ctx, userId)));
  return kinds.flatMap(({ kind }, at) => (lists[at] ?? []).map((one) => ({ kind, ...one })));
}

/** It acts for nobody from then on. @throws Problem not_found */
export async function endDevice(ctx: Ctx, { userId, kind, id }: { userId: number; kind: string; id: string }) {
  const found = deviceKindsOf(ctx).find((one) => one.kind === kind);
  await ctx.tx(async (tx) => {
    if (!(await found?.end(tx, userId, id))) throw notFound();
  });
}

const moment = () => Joi.string().required().allow(null);

export const personDevicesSchema = Joi.object({
  user_id: Joi.number().integer().required(),
  login: Joi.string().required(),
  name: Joi.string().required(),
  devices: Joi.object()
    .pattern(Joi.string(), Joi.number().integer())
    .required()
    .example({ session: 2, token: 1, clipper: 0, offline: 1 }),
}).meta({ title: 'PersonDevices' });

export const deviceSchema = Joi.object({
  kind: Joi.string().required().example('session'),
  id: Joi.string().required().description('within its kind'),
  name: Joi.string().required().allow(''),
  created_at: moment(),
  last_used_at: moment(),
}).meta({ title: 'Device' });

/** Ids of devices are their own words for themselves. */
export const deviceParams = {
  kind: Joi.string().max(40).required(),
  device_id: Joi.string().max(200).required(),
};
