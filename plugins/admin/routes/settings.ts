// Settings of the service as a page: facts, what may be changed here, and where all else comes from.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/form.ts';
import { type Route, route } from '../../../core/route.ts';
import { changeable, changeSettings, type SettingChanges, settingOf } from '../../../core/stored-settings.ts';
import { adminPage, databaseName } from '../frame.ts';
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
    registration: await settingOf(ctx, 'REGISTRATION'),
    fixed: Boolean(app.settings.given.REGISTRATION),
    message,
  });
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
      validate: { payload: Joi.object({ csrf: Joi.string().allow(''), ...changeable }) },
    },
    handler: async (request, h) => {
      const { REGISTRATION } = request.payload as SettingChanges;
      await changeSettings(request.ctx, { REGISTRATION });
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
];
