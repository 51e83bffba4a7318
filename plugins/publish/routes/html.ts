// Publishing as a page with forms that work without scripts, which the dialog of sharing shows, too.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, subjectOf } from '../../../core/access/access-control.ts';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { DAY, isoDay } from '../../../core/i18n/calendar-date.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { instantOf, shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { embeddedSource, type Page } from '../../pages/contract.ts';
import { publicationPolicies } from '../policies.ts';
import {
  type PublicationSettings,
  type PublicationState,
  proposedSlug,
  publicationOf,
  publishPage,
  unpublish,
} from '../service.ts';
import { settingsKeys } from './v2.ts';

const PATH = '/pages/{page_id}/publishing';
const path = params({ page_id: id() });
const form = { allow: ['application/x-www-form-urlencoded'] };
const DONE = ['saved', 'ended'];

/** Synced blocks that visitors do not see, as it is published or would be. */
const hiddenBlocks = async (ctx: Ctx, page: Page, { with_children }: PublicationState): Promise<number> =>
  (await ctx.find(embeddedSource)?.foreign(ctx, page.id, with_children)) ?? 0;

/** Forms by the titles that visitors read, each with the address where it is answered. */
const formsListed = (ctx: Ctx, { url, form_ids }: PublicationState, forms: { id: number; name: string }[]) =>
  Promise.all(
    forms.map(async ({ id: one, name }) => {
      const isOpen = form_ids.includes(one);
      const shown = await ctx.use(databases).shownForm(ctx, one);
      return { id: one, name: shown?.title || name, isOpen, url: isOpen && url ? `${url}/forms/${one}` : '' };
    }),
  );

async function publishingPage(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx } = request;
  const subject = subjectOf(request, 'page_id');
  const page = subject.row as Page;
  const role = (await ctx.app.resource('page-rights').role?.(ctx, subject)) ?? null;
  const publication = await publicationOf(ctx, page.id);
  const { expires_at } = publication;
  const forms = await ctx.use(databases).formsOf(ctx, page.id);
  // What a form gathers is shown to nobody whom it was not meant for: rows go out where somebody says so.
  const shows_rows = publication.published ? publication.shows_rows : !forms.length;
  const t = ctx.app.messages.in(ctx.locale);
  const done = String(request.query.done ?? '');
  return h.view('publish/publishing', {
    title: t('publish.title', { page: page.title || t('publish.untitled') }),
    breadcrumb: [{ title: page.title, href: `/pages/${page.id}` }, { title: t('publish.short') }],
    shared: page,
    home: `${ctx.app.baseUrl.replace(/^https?:\/\//, '')}/p/`,
    proposed: await proposedSlug(ctx, page),
    publication: { ...publication, shows_rows },
    lastDay: lastDay(ctx, publication.expires_at),
    ended: expires_at && expires_at <= ctx.now() ? momentText(ctx, expires_at) : '',
    forms: await formsListed(ctx, publication, forms),
    hiddenBlocks: atLeast(role, 'owner') ? await hiddenBlocks(ctx, page, publication) : 0,
    role,
    mayDecide: atLeast(role, 'owner'),
    values: refusal?.typed ?? {},
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: !refusal && DONE.includes(done) ? t(`publish.done.${done}`) : '',
  });
}

/** A box that is not ticked is not sent. */
const ticked = () => Joi.boolean().truthy('on').default(false);
const formKeys = {
  slug: settingsKeys.slug.empty(''),
  description: settingsKeys.description.default(''),
  with_children: ticked(),
  shows_rows: ticked(),
  is_indexed: ticked(),
  form_ids: Joi.array().items(id()).single().max(50).default([]),
  password: Joi.string().min(4).max(128).empty(''),
  drop_password: ticked(),
  /** a day, at whose end it is over */
  expires_on: Joi.string().isoDate().empty(''),
};

interface Typed extends Omit<PublicationSettings, 'password' | 'expires_at'> {
  password?: string;
  drop_password: boolean;
  expires_on?: string;
}

/** The day on which it ends, as the clocks of the person show it; empty: it does not end. */
const lastDay = (ctx: Ctx, at: string | null): string =>
  at ? isoDay(Math.floor(shownAt(zoneOf(ctx), Date.parse(at)) / DAY)) : '';

/** The last moment of a day there. */
const endOf = (ctx: Ctx, day: string): string =>
  new Date(instantOf(zoneOf(ctx), Date.parse(day.slice(0, 10)) + DAY) - 1).toISOString();

/** The day that is shown stands for the moment that was set, be it in the middle of it or past: it is not set anew. */
function settingsOf(
  ctx: Ctx,
  before: PublicationState,
  { password, drop_password, expires_on, ...rest }: Typed,
): PublicationSettings {
  const day = expires_on?.slice(0, 10) ?? '';
  return {
    ...rest,
    ...(day === lastDay(ctx, before.expires_at) ? {} : { expires_at: day ? endOf(ctx, day) : null }),
    ...(password ? { password } : drop_password ? { password: null } : {}),
  };
}

export const publicationPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(publicationPolicies.viewSettings, 'page_id'), html: true },
    options: { id: 'publishing.page', validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => publishingPage(request, h),
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: {
      access: can(publicationPolicies.publish, 'page_id'),
      form: true,
      html: true,
      refused: publishingPage,
    },
    options: {
      id: 'publishing.save',
      payload: form,
      validate: { params: path, payload: Joi.object({ ...formKeys, csrf }).required() },
    },
    handler: async (request, h) => {
      const { csrf: _, ...typed } = request.payload as Typed & { csrf?: string };
      const { ctx } = request;
      const pageId = Number(request.params.page_id);
      await publishPage(ctx, pageId, settingsOf(ctx, await publicationOf(ctx, pageId), typed));
      return h.redirect(`/pages/${request.params.page_id}/publishing?done=saved`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/end`,
    rules: { access: can(publicationPolicies.end, 'page_id'), form: true, html: true, refused: publishingPage },
    options: { id: 'publishing.take-back', payload: form, validate: { params: path, payload: Joi.object({ csrf }) } },
    handler: async (request, h) => {
      await unpublish(request.ctx, Number(request.params.page_id));
      return h.redirect(`/pages/${request.params.page_id}/publishing?done=ended`).code(303);
    },
  }),
];
