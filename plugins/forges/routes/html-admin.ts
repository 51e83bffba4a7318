// The tab of administrators on which forges are registered: one card each, in forms that work without scripts.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import { freshSeconds, requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, params } from '../../../core/http/schema-fields.ts';
import { adminPages } from '../../admin/contract.ts';
import {
  FORGE_CALLBACK,
  type ForgeInput,
  provisioningOf,
  removeForge,
  saveForge,
} from '../registration/registration.ts';
import { FORGE_OPAQUE_NAMES, readForge } from '../registration/schema.ts';
import { forgeStore, KEYS, TYPES } from '../registration/store.ts';

const PAGE = '/admin/forges';
const access = { admin: true as const };
const DONE = ['saved', 'removed'];
const MODES = ['off', 'invited', 'domains', 'all'];

interface AdminView {
  key?: string;
  values?: Record<string, string>;
  faults?: Record<string, string>;
  message?: string;
}

async function page(request: Request, h: ResponseToolkit, view: AdminView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const forges = await forgeStore.all(ctx);
  const what = String(request.query.done ?? '');
  const shown = KEYS.map((key) => {
    const forge = forges.find((one) => one.key === key);
    const provisioning = forge ? provisioningOf(forge) : { mode: 'invited', domains: [] };
    const saved = {
      ...{ type: forge?.type ?? 'forgejo', name: forge?.name ?? '', base_url: forge?.base_url ?? '' },
      ...{ client_id: forge?.client_id ?? '', login: forge?.login ? '1' : '' },
      private_repositories: forge?.private_repositories ? '1' : '',
      ...{ mode: provisioning.mode, domains: provisioning.domains.join(', ') },
    };
    const isRefused = view.key === key;
    return {
      key,
      isThere: forge !== undefined,
      name: forge?.name ?? '',
      secretIsKept: Boolean(forge?.client_secret_encrypted),
      values: isRefused && view.values ? { ...saved, login: '', private_repositories: '', ...view.values } : saved,
      faults: isRefused ? (view.faults ?? {}) : {},
    };
  });
  const answer = ctx.use(adminPages).show(request, h, PAGE, 'forges/admin', {
    forges: shown,
    types: TYPES,
    modes: MODES,
    callback: `${ctx.app.baseUrl}${FORGE_CALLBACK}`,
    fresh: freshSeconds(ctx) > 0,
    message: view.message ?? '',
    done:
      DONE.includes(what) && request.method === 'get' ? ctx.app.messages.text(ctx.locale, `forges.done.${what}`) : '',
  });
  return answer.header('cache-control', 'no-store');
}

const keyIn = (request: Request): string => (request.params as { key: string }).key;

/** Brings a refused form back to its card. */
const again: ShowAgain = (request, h, { problem, message, faults, typed }) => {
  const { app, locale } = request.ctx;
  const isStale = problem.code === 'reauth_required';
  const { csrf: _, client_secret: __, ...values } = typed as Record<string, string>;
  // A list in the body is one field here.
  const [domain] = Object.entries(faults).flatMap(([name, fault]) => (/^\d+$/.test(name) ? fault : []));
  const shown = domain ? { ...faults, domains: domain } : faults;
  const text = isStale ? app.messages.text(locale, 'forges.admin.confirm') : message;
  const where = problem.code === 'private_url' ? { ...shown, base_url: problem.message } : shown;
  return page(request, h, { key: keyIn(request), values, faults: where, message: text });
};

/** The body of the API as fields of a form say it. @throws Problem validation_failed */
function inputOf(request: Request): ForgeInput {
  const {
    mode,
    domains,
    login,
    private_repositories,
    name,
    client_secret,
    csrf: _,
    ...rest
  } = request.payload as Record<string, string>;
  return readForge({
    ...rest,
    key: keyIn(request),
    ...(name && { name }),
    ...(client_secret && { client_secret }),
    login: login === '1',
    private_repositories: private_repositories === '1',
    provisioning: { mode, domains: (domains ?? '').split(/[\s,]+/).filter(Boolean) },
  });
}

const text = (max: number) => Joi.string().allow('').max(max);
const key = () => params({ key: Joi.valid(...KEYS) });

export const forgeAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: PAGE,
    rules: { access, html: true },
    options: { id: 'forge-pages.admin', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: `${PAGE}/{key}`,
    rules: { access: { ...access, opaque: FORGE_OPAQUE_NAMES }, html: true, form: true, refused: again },
    options: {
      id: 'forge-pages.register',
      validate: {
        params: key(),
        payload: Joi.object({
          csrf,
          ...{ type: text(20), name: text(60), base_url: text(500), client_id: text(300), client_secret: text(2000) },
          ...{ login: text(1), private_repositories: text(1), mode: text(20), domains: text(5000) },
        }),
      },
    },
    handler: async (request, h) => {
      requireRecentAuthentication(request.ctx);
      await saveForge(request.ctx, inputOf(request));
      return h.redirect(`${PAGE}?done=saved`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PAGE}/{key}/remove`,
    rules: { access, html: true, form: true, refused: again },
    options: { id: 'forge-pages.remove', validate: { params: key(), payload: Joi.object({ csrf }).allow(null) } },
    handler: async (request, h) => {
      requireRecentAuthentication(request.ctx);
      const forge = await forgeStore.byKey(request.ctx, keyIn(request));
      if (!forge) throw notFound();
      await removeForge(request.ctx, forge);
      return h.redirect(`${PAGE}?done=removed`).code(303);
    },
  }),
];
