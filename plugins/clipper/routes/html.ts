// The page of the clipper: the extension and how it is installed, connected devices, what was clipped last, and an
// address to clip without any extension.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import { faultText } from '../../../core/http/localized-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { listClips } from '../clips/clips.ts';
import { quotaOf } from '../clips/quota.ts';
import { keepShared, readShared, type SharedText } from '../clips/shared-text.ts';
import { hostOf, textFragment } from '../clips/source-address.ts';
import { listPairedDevices, revokeDevice } from '../devices/devices.ts';
import { archiveName, BROWSERS, extensionArchive, extensionFiles } from '../extension-files.ts';
import { latestHighlights, removeHighlight } from '../highlights/highlights.ts';

const PATH = '/extensions';
const LAST_CLIPS = 20;
const LAST_HIGHLIGHTS = 20;
/** Of a highlight, in letters. */
const QUOTED_MAX = 300;
const DONE = ['connected', 'refused', 'disconnected', 'clipped', 'kept', 'unmarked'];
const formBody = { allow: ['application/x-www-form-urlencoded'] };
const sharedFields = {
  source_url: Joi.string().trim().allow('').max(10_000).default(''),
  title: Joi.string().trim().allow('').max(500).default(''),
  text: Joi.string().trim().allow('').max(50_000).default(''),
};

async function devicesOf(ctx: Ctx) {
  return (await listPairedDevices(ctx)).map((one) => ({
    ...one,
    since: momentText(ctx, one.created_at),
    used: one.last_used_at ? momentText(ctx, one.last_used_at) : '',
  }));
}

async function clipsOf(ctx: Ctx) {
  const { items } = await listClips(ctx, LAST_CLIPS, 0);
  return items.map((one) => ({
    ...one,
    host: hostOf(one.source_url),
    at: momentText(ctx, one.created_at),
    error: faultText(ctx.app.messages, ctx.locale, one.error),
  }));
}

async function highlightsShown(ctx: Ctx) {
  return (await latestHighlights(ctx, LAST_HIGHLIGHTS)).map(({ id, source_url, exact, note, created_at }) => ({
    ...{ id, note, href: textFragment(source_url, exact), host: hostOf(source_url), at: momentText(ctx, created_at) },
    words: [...exact].length > QUOTED_MAX ? `${[...exact].slice(0, QUOTED_MAX).join('')}…` : exact,
  }));
}

/** The archives, that for the browser of the reader first. */
async function filesFor({ ctx, headers }: Request) {
  const isOwn = (browser: string) => (browser === 'firefox') === /Firefox\//.test(String(headers['user-agent']));
  const files = (await extensionFiles(ctx.app)).map((one) => ({
    ...one,
    name: archiveName(one.browser),
    kilobytes: Math.ceil(one.size / 1024),
  }));
  return files.sort((a, b) => Number(isOwn(b.browser)) - Number(isOwn(a.browser)));
}

async function page(request: Request, h: ResponseToolkit, refusal?: Refusal): Promise<ResponseObject> {
  const { ctx, query } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const [files, devices, clips, highlights, quota] = await Promise.all([
    filesFor(request),
    devicesOf(ctx),
    clipsOf(ctx),
    highlightsShown(ctx),
    quotaOf(ctx),
  ]);
  const done = String(query.done ?? '');
  return h.view('clipper/extensions', {
    title: t('clipper.title'),
    breadcrumb: [{ title: t('clipper.title') }],
    files,
    devices,
    clips,
    highlights,
    quota,
    shared: Object.fromEntries(
      Object.keys(sharedFields).map((name) => [name, refusal?.typed[name] ?? query[name] ?? '']),
    ),
    faults: refusal?.faults ?? {},
    message: refusal?.message ?? '',
    done: DONE.includes(done) ? t(`clipper.done.${done}`) : '',
  });
}

export const clipperPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { member: true }, html: true },
    options: {
      id: 'clipper-pages.extensions',
      validate: { query: Joi.object({ done: Joi.string().max(20), ...sharedFields }) },
    },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'GET',
    path: '/share',
    rules: { access: { member: true }, html: true },
    options: {
      id: 'clipper-pages.share',
      description: 'What a phone shares with the installed app, to be looked at and kept',
      validate: {
        query: Joi.object({
          ...{ title: Joi.string().allow('').max(10_000), text: Joi.string().allow('').max(50_000) },
          url: Joi.string().allow('').max(10_000),
        }),
      },
    },
    async handler({ query }, h) {
      const { source_url, title, text } = await readShared(query as Record<string, string>);
      const known = { source_url, title: title.slice(0, 500).toWellFormed(), text };
      return h.redirect(`${PATH}?${new URLSearchParams(known)}#address`);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/clip`,
    rules: { access: { member: true }, html: true, form: true, refused: page },
    options: {
      id: 'clipper-pages.clip',
      payload: formBody,
      validate: { payload: Joi.object({ ...sharedFields, csrf }).required() },
    },
    async handler({ ctx, payload }, h) {
      const { source_url, title, text } = payload as SharedText;
      const page = await keepShared(ctx, { source_url, title, text });
      const made = source_url && !text ? 'clipped' : 'kept';
      return h.redirect(page === undefined ? `${PATH}?done=${made}#clips` : `/pages/${page}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/devices/{device_id}/disconnect`,
    rules: { access: { own: true, resource: 'extension-device', param: 'device_id' }, html: true, form: true },
    options: {
      id: 'clipper-pages.disconnect',
      payload: formBody,
      validate: { params: params({ device_id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    async handler({ ctx, params: { device_id } }, h) {
      await revokeDevice(ctx, Number(device_id));
      return h.redirect(`${PATH}?done=disconnected#devices`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/highlights/{highlight_id}/remove`,
    rules: { access: { own: true, resource: 'clip-highlight', param: 'highlight_id' }, html: true, form: true },
    options: {
      id: 'clipper-pages.remove-highlight',
      payload: formBody,
      validate: { params: params({ highlight_id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    async handler({ ctx, params: { highlight_id } }, h) {
      await removeHighlight(ctx, Number(highlight_id));
      return h.redirect(`${PATH}?done=unmarked#highlights`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{file}`,
    rules: { access: { member: true }, html: true },
    options: {
      id: 'clipper-pages.download',
      validate: { params: Joi.object({ file: Joi.string().max(100).required() }) },
    },
    async handler({ ctx, params: { file } }, h) {
      const browser = BROWSERS.find((one) => archiveName(one) === file);
      if (!browser) throw notFound();
      const answer = h.response(await extensionArchive(ctx.app, browser)).type('application/zip');
      return answer.header('content-disposition', `attachment; filename="${file}"`);
    },
  }),
];
