// Two-factor and passkeys of one's own account as a page of forms that work without scripts.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { inBody } from '../../../core/http/policy.ts';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { freshSeconds } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, name } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { signIn } from '../../auth/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { askersOf, TWO_FACTOR_PAGE } from '../enforcement.ts';
import { activate, begunSetup, disableCodes, renewBackupCodes, type Setup, setUp, statusOf } from '../enrolment.ts';
import { presentPasskey, removePasskey } from '../passkeys.ts';
import { type PasskeyRow, passkeys } from '../store.ts';
import { code } from './browser-codes.ts';

const access = { member: true as const };
/** empty where a recent sign-in is proof enough */
const current_password = Joi.string().max(512).empty('');

/** What was done, as the address says it after a form went well. */
const DONE = ['left', 'off', 'renamed', 'removed', 'added'];

interface View {
  setup?: Setup;
  /** shown this once */
  codes?: string[];
  section?: 'setup' | 'codes' | 'off' | 'passkeys';
  message?: string;
  faults?: Record<string, string>;
}

async function page(request: Request, h: ResponseToolkit, view: View = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const me = userOf(ctx);
  const [status, keys, askers] = await Promise.all([statusOf(ctx, me), passkeys.of(ctx, me.id), askersOf(ctx, me)]);
  const title = t('two-factor.title');
  const what = String(request.query.done ?? '');
  const answer = h.view('two-factor/settings', {
    title,
    breadcrumb: [{ title: t('auth.settings.title'), href: '/accounts/settings' }, { title }],
    status,
    missing: status.enabled || keys.length ? null : askers,
    fresh: freshSeconds(ctx),
    passkeys: keys.map(presentPasskey).map((one) => ({
      ...one,
      since: momentText(ctx, one.created_at),
      used: one.last_used_at ? momentText(ctx, one.last_used_at) : '',
    })),
    setup: view.setup ?? null,
    codes: view.codes ?? null,
    section: view.section ?? '',
    message: view.message ?? '',
    faults: view.faults ?? {},
    done: !view.section && DONE.includes(what) ? t(`two-factor.done.${what}`) : '',
  });
  return answer.header('cache-control', 'no-store');
}

/** Brings a refused form back; where a proof was missing, that is asked for beside it. */
const again =
  (section: NonNullable<View['section']>): ShowAgain =>
  async (request, h, { problem, message, faults }) => {
    const { ctx } = request;
    // A mistyped code must not cost the person a new picture.
    const setup = section === 'setup' && 'code' in Object(request.payload) ? await begunSetup(ctx) : undefined;
    if (problem.code !== 'reauth_required') return page(request, h, { section, setup, message, faults });
    const tried = (request.payload as { current_password?: string } | null)?.current_password;
    const fault = ctx.app.messages.text(ctx.locale, tried ? 'auth.is_wrong' : 'auth.is_needed');
    return page(request, h, { section, setup, faults: { current_password: fault } });
  };

/** Who is signed in stays at the form: there a wrong code is a fault of its field. */
const activateByForm = (ctx: Ctx, typed: string): Promise<string[]> =>
  activate(ctx, typed).catch((error: unknown) => {
    const isWrong = error instanceof Problem && error.code === 'unauthorized';
    throw isWrong ? invalid(['body', 'code'], 'is wrong or was used already') : error;
  });

interface Act {
  path: string;
  section: NonNullable<View['section']>;
  early?: true;
  /** needs the password or a recent sign-in */
  proof?: true;
  fields?: Record<string, Joi.Schema>;
  /** what to show, or under which name it is told as done */
  run(ctx: Ctx, values: { code: string }): Promise<View | string>;
}

const acts: Act[] = [
  { path: 'setup', section: 'setup', early: true, proof: true, run: async (ctx) => ({ setup: await setUp(ctx) }) },
  {
    path: 'activate',
    section: 'setup',
    early: true,
    fields: { code: code().required() },
    run: async (ctx, values) => ({ codes: await activateByForm(ctx, values.code) }),
  },
  {
    path: 'backup-codes',
    section: 'codes',
    proof: true,
    run: async (ctx) => ({ codes: await renewBackupCodes(ctx) }),
  },
  {
    path: 'off',
    section: 'off',
    proof: true,
    run: async (ctx) => {
      await disableCodes(ctx);
      return 'off';
    },
  },
];

const actRoutes = acts.map(({ path, section, early, proof, fields, run }) =>
  route({
    method: 'POST',
    path: `${TWO_FACTOR_PAGE}/${path}`,
    rules: { access, form: true, html: true, early, refused: again(section) },
    options: {
      id: `two-factor-pages.${path}`,
      validate: {
        payload: Joi.object({ csrf, ...fields, ...(proof ? { current_password } : {}) }).allow(null),
      },
    },
    handler: async (request, h) => {
      const values = (request.payload ?? {}) as { code: string; current_password?: string };
      if (proof) await request.ctx.use(signIn).prove(request.ctx, values.current_password);
      const done = await run(request.ctx, values);
      if (typeof done === 'string') return h.redirect(`${TWO_FACTOR_PAGE}?done=${done}`).code(303);
      return page(request, h, { section, ...done });
    },
  }),
);

interface KeyAct {
  path: string;
  done: string;
  proof?: true;
  fields?: Record<string, Joi.Schema>;
  run(ctx: Ctx, row: PasskeyRow, values: { name: string }): Promise<unknown>;
}

const keyActs: KeyAct[] = [
  {
    path: 'rename',
    done: 'renamed',
    fields: { name: name(100).required() },
    run: (ctx, row, values) => ctx.tx(async (tx) => void (await passkeys.rename(tx, row.id, values.name))),
  },
  { path: 'remove', done: 'removed', proof: true, run: removePasskey },
];

const keyRoutes = keyActs.map(({ path, done, proof, fields, run }) =>
  route({
    method: 'POST',
    path: `${TWO_FACTOR_PAGE}/passkeys/${path}`,
    rules: {
      access: { ...access, refs: [{ in: 'payload', name: 'passkey_id', own: true, resource: 'passkey' }] },
      form: true,
      html: true,
      refused: again('passkeys'),
    },
    options: {
      id: `two-factor-pages.${path}-passkey`,
      validate: {
        payload: Joi.object({
          csrf,
          passkey_id: id().required(),
          ...fields,
          ...(proof ? { current_password } : {}),
        }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const values = request.payload as { name: string; current_password?: string };
      if (proof) await ctx.use(signIn).prove(ctx, values.current_password);
      await run(ctx, loaded<PasskeyRow>(request, 'passkey_id'), values);
      return h.redirect(`${TWO_FACTOR_PAGE}?done=${done}#passkeys`).code(303);
    },
  }),
);

export const twoFactorPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: TWO_FACTOR_PAGE,
    rules: { access, html: true, early: true },
    options: { id: 'two-factor-pages.settings', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: `${TWO_FACTOR_PAGE}/leave`,
    rules: {
      access: { ...access, refs: [inBody('ws_id', workspacePolicies.view)] },
      form: true,
      html: true,
      early: true,
      refused: again('setup'),
    },
    options: {
      id: 'two-factor-pages.leave',
      validate: { payload: Joi.object({ csrf, ws_id: id().required() }) },
    },
    handler: async ({ ctx, payload }, h) => {
      // Nobody is to be held by a workspace to which somebody else has added them.
      await ctx.use(workspaces).leave(ctx, (payload as { ws_id: number }).ws_id);
      return h.redirect(`${TWO_FACTOR_PAGE}?done=left`).code(303);
    },
  }),
  ...actRoutes,
  ...keyRoutes,
];
