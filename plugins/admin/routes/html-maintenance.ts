// The service read-only for a while, as a page of administrators.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { instantOf, shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { adminPage } from '../page-layout.ts';
import { BANNER_MAX, switchMaintenance } from '../read-only.ts';

const PATH = '/admin/maintenance';
const access = { admin: true as const };
/** As a field of a form has a moment: by the clock of the reader, to the minute. */
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

const localMoment = () =>
  Joi.string()
    .empty('')
    .pattern(LOCAL)
    .custom((value: string) => {
      if (Number.isNaN(Date.parse(`${value}:00.000Z`))) throw new Error('must be a moment that there is');
      return value;
    });

interface Filled {
  read_only: boolean;
  banner: string;
  until: string;
}

function current(ctx: Ctx): Filled {
  const { until, ...state } = ctx.app.maintenance.state;
  const shown = until === null ? '' : new Date(shownAt(zoneOf(ctx), Date.parse(until))).toISOString().slice(0, 16);
  return { ...state, until: shown };
}

const page = (request: Request, h: ResponseToolkit, filled = current(request.ctx), message = '') =>
  adminPage(request, h, 'maintenance', { ...filled, zone: zoneOf(request.ctx), most: BANNER_MAX, message });

/** As it was filled in. */
const again: ShowAgain = async (request, h, { message, faults, typed }) => {
  const filled = { read_only: typed.read_only === '1', banner: typed.banner ?? '', until: typed.until ?? '' };
  return page(request, h, filled, message || Object.values(faults).join(' '));
};

export const maintenanceRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access, html: true },
    options: { id: 'admin-pages.maintenance', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.switch-maintenance',
      validate: {
        payload: Joi.object({
          csrf,
          read_only: Joi.boolean().truthy('1').default(false),
          banner: Joi.string().allow('').max(BANNER_MAX).default(''),
          until: localMoment().default(null),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, until, ...rest } = request.payload as Record<string, string | null>;
      const instant = until && instantOf(zoneOf(request.ctx), Date.parse(`${until}:00.000Z`));
      await switchMaintenance(request.ctx, { ...rest, until: instant ? new Date(instant).toISOString() : null });
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
];
