// Settings of the service as a page: facts, what may be changed here, and where all else comes from.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { changeableRules } from '../../../core/boot/setting-rules.ts';
import { changeSettings, type SettingChanges, settingOf } from '../../../core/boot/stored-settings.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { secondFactor } from '../../auth/contract.ts';
import { adminPage, databaseName } from '../page-layout.ts';
import { settingList } from '../setting-list.ts';

const PATH = '/admin/settings';
const access = { admin: true as const };

async function page(request: Request, h: ResponseToolkit, message = ''): Promise<ResponseObject> {
  const { ctx } = request;
  const { app } = ctx;
  return adminPage(request, h, 'settings', {
    database: databaseName(app.database.engine),
    address: app.baseUrl,
    smtp: Boolean(app.settings.SMTP_URL),
    plugins: app.plugins.map(({ plugin }) => plugin?.name).join(', '),
    settings: await settingList(ctx),
    choices: await Promise.all([
      choiceOf(ctx, 'REGISTRATION', 'registration', ['open', 'invite', 'closed']),
      ...(app.find(secondFactor)
        ? [choiceOf(ctx, 'REQUIRE_TWO_FACTOR', 'two_factor', ['nobody', 'admins', 'everybody'])]
        : []),
      choiceOf(ctx, 'VERSION_RETENTION', 'retention', ['thinned', 'all', '365', '90']),
    ]),
    message,
  });
}

/** A setting as one of a few values; one that was set to something else is offered too. */
async function choiceOf(
  ctx: Ctx,
  name: 'REGISTRATION' | 'REQUIRE_TWO_FACTOR' | 'VERSION_RETENTION',
  key: string,
  offered: string[],
) {
  const value = await settingOf(ctx, name);
  const known = offered.includes(value) ? offered : [...offered, value];
  const text = (one: string) =>
    ctx.app.messages.text(ctx.locale, `admin.${key}.${/^\d+$/.test(one) ? 'days' : one}`, { count: Number(one) || 0 });
  const options = known.map((one) => ({ value: one, label: text(one) }));
  return { name, key, value, label: text(value), options, fixed: Boolean(ctx.app.settings.given[name]) };
}

const again: ShowAgain = (request, h, { message }) => page(request, h, message);

export const settingRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access, html: true },
    options: { id: 'admin-pages.settings', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.change-settings',
      validate: { payload: Joi.object({ csrf: Joi.string().allow(''), ...changeableRules() }) },
    },
    handler: async (request, h) => {
      const { csrf: _, ...changes } = request.payload as SettingChanges & { csrf?: string };
      await changeSettings(request.ctx, changes);
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
];
