// How much the agent was used, which model answers and what it may use, as a page of administrators.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { storedRule } from '../../../core/boot/setting-rules.ts';
import { changeSettings, type SettingChanges, settingsOf } from '../../../core/boot/stored-settings.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { adminPages } from '../../admin/contract.ts';
import { connectors } from '../../agent-connectors/contract.ts';
import { accounts } from '../../auth/contract.ts';
import { agentConfig, hasProvider, modelSettings } from '../settings.ts';
import { usedByDay } from './v2.ts';

const PATH = '/admin/agent';
const access = { admin: true as const };
const NAMES = ['AGENT_MODEL', 'AGENT_MAX_STEPS', 'AGENT_RUN_TOKENS', 'AGENT_DAY_TOKENS'];
const ruleOf = (name: string) => agentConfig[name] as Joi.Schema;
/** An empty field stands for the default. */
const defaultOf = (name: string) => Number(ruleOf(name).validate(undefined).value);
const stored = Object.fromEntries(NAMES.map((name) => [name, storedRule(ruleOf(name)).allow('')]));
/** What each field said when the page was made. */
const SEEN = 'seen.';
const seen = Object.fromEntries(NAMES.map((name) => [SEEN + name, Joi.string().allow('').max(200)]));
/** Of advisory locks on the settings of the agent. */
const SETTINGS_LOCK = 0x41670001;

type Shown = Pick<Refusal, 'message' | 'typed' | 'faults'>;
type Values = Record<string, unknown>;

/** With the names of those who have to mend them. */
async function faultyConnectors(ctx: Ctx) {
  const found = await ctx.use(connectors).faulty(ctx);
  const owners = await ctx.use(accounts).byIds(ctx, [...new Set(found.map(({ user_id }) => user_id))]);
  const names = new Map(owners.map((one) => [one.id, one.full_name || one.login]));
  return found.map((one) => ({
    ...{ ...one, owner: names.get(one.user_id) ?? '' },
    when: one.probed_at ? momentText(ctx, one.probed_at) : '',
  }));
}

async function page(request: Request, h: ResponseToolkit, refused?: Shown): Promise<ResponseObject> {
  const { ctx } = request;
  const { app } = ctx;
  const [model, now, days] = await Promise.all([modelSettings(ctx), settingsOf(ctx, NAMES), usedByDay(ctx)]);
  const limits = { run: now.AGENT_RUN_TOKENS, day: now.AGENT_DAY_TOKENS };
  const fields = NAMES.map((name) => {
    const isFixed = Boolean(app.settings.given[name]);
    const typed = isFixed ? undefined : refused?.typed[name];
    return {
      ...{ name, value: typed ?? now[name], seen: now[name], fault: refused?.faults[name] ?? '' },
      ...{ isNumber: name !== 'AGENT_MODEL', isFixed, otherwise: defaultOf(name) },
    };
  });
  return ctx.use(adminPages).show(request, h, PATH, 'agent/admin', {
    ...{ model, limits, days, fields, hasProvider: hasProvider(app), message: refused?.message ?? '' },
    faulty: await faultyConnectors(ctx),
    hosts: ctx.use(connectors).hosts(ctx).join(', '),
    done: !refused && request.query.done === 'saved' ? app.messages.text(ctx.locale, 'agent.admin.saved') : '',
  });
}

const again: ShowAgain = (request, h, refused) => page(request, h, refused);

const fieldName = ({ app, locale }: Ctx, name: string): string =>
  app.messages.text(locale, name.toLowerCase().replace('agent_', 'agent.admin.field.'));

/** Why what was typed is not stored, in words; undefined: nothing stands against it. */
function objection(ctx: Ctx, typed: Values, was: Values, now: Values): string | undefined {
  const say = (key: string, names: string[]) => {
    const settings = names.map((name) => `${fieldName(ctx, name)} (${now[name]})`).join(', ');
    return ctx.app.messages.text(ctx.locale, `agent.admin.${key}`, { settings });
  };
  const given = NAMES.filter((name) => typed[name] !== undefined && ctx.app.settings.given[name]);
  if (given.length) return say('now_fixed', given);
  const other = NAMES.filter((name) => was[name] !== undefined && was[name] !== String(now[name]));
  return other.length ? say('changed', other) : undefined;
}

/** What was left as it was shown is not typed: it follows whoever has changed it since. */
const touched = (typed: Values, was: Values): Record<string, string> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const text = String(typed[name] ?? '');
      return typed[name] === undefined || text === was[name] ? [] : [[name, text] as const];
    }),
  );

async function save(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { csrf: _, ...sent } = request.payload as SettingChanges;
  const typed = Object.fromEntries(NAMES.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
  const was = Object.fromEntries(NAMES.map((name) => [name, sent[SEEN + name]]));
  const changes = Object.entries(touched(typed, was)).map(([name, value]) => [name, value === '' ? null : typed[name]]);
  const message = await ctx.tx(async (tx) => {
    // Of two who save at once the later one sees what the earlier one has stored.
    await tx.dialect.advisoryLock(tx.db as never, SETTINGS_LOCK);
    const found = objection(tx, typed, was, await settingsOf(tx, NAMES));
    if (!found) await changeSettings(tx, Object.fromEntries(changes));
    return found;
  });
  if (!message) return h.redirect(`${PATH}?done=saved`).code(303);
  return (await page(request, h, { message, typed: touched(typed, was), faults: {} })).code(409);
}

export const agentAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access, html: true },
    options: { id: 'agent.admin-page', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'agent.change-settings',
      plugins: { api: { statuses: [409] } },
      validate: { payload: Joi.object({ csrf: Joi.string().allow(''), ...stored, ...seen }).required() },
    },
    handler: save,
  }),
];
