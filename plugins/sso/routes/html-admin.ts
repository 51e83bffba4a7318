// The tab of administrators in forms that work without scripts: save a section, try it, see what it would change.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { csvOf, sentCsv } from '../../../core/http/log-export.ts';
import { requireRecentAuthentication } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { loginTransactions } from '../../auth/contract.ts';
import { signOnAdminPage } from '../admin-page.ts';
import { disableSignOn, merged, saveSettings } from '../configuration/configuration.ts';
import { type FormFields, type FormSection, SECTIONS, settingsFromForm } from '../configuration/form.ts';
import { completed } from '../configuration/schema.ts';
import { ssoSettingsStore } from '../configuration/store.ts';
import { historyStore } from '../history/store.ts';
import { refusing } from '../identity/refusals.ts';
import { ADMIN_PAGE, triedIn, triedText } from '../identity/trial.ts';
import { oidcProvider } from '../oidc/provider.ts';
import { SignInRefusal } from '../refusal.ts';
import { rotateKeys } from '../saml/keys.ts';
import { samlProvider } from '../saml/provider.ts';
import { synchronize } from '../synchronization.ts';
import { checkSettings } from '../trial-run.ts';

const access = { admin: true as const };
const fields = Joi.object({ csrf }).pattern(
  /^[a-z_]+(_\d{1,4})?$/,
  Joi.alternatives(Joi.string().allow('').max(20_000), Joi.array().items(Joi.string().max(300)).max(100)),
);

const fieldsOf = (request: Request): FormFields => {
  const { csrf: _, ...rest } = (request.payload ?? {}) as FormFields;
  return rest;
};

/** Brings a refused form back to its section. */
const again =
  (section: FormSection): ShowAgain =>
  async (request, h, { problem, message, faults }) => {
    const { app, locale } = request.ctx;
    const values = fieldsOf(request);
    if (problem.code === 'reauth_required')
      return signOnAdminPage(request, h, { section, values, message: app.messages.text(locale, 'sso.admin.confirm') });
    // A fault of a field that the form does not have is said above it.
    const text = message || (Object.keys(faults).some((name) => name in values) ? '' : Object.values(faults).join(' '));
    return signOnAdminPage(request, h, { section, values, faults, message: text });
  };

const done = (h: ResponseToolkit, what: string): ResponseObject => h.redirect(`${ADMIN_PAGE}?done=${what}`).code(303);

const saving = SECTIONS.map((section) =>
  route({
    method: 'POST',
    path: `${ADMIN_PAGE}/${section}`,
    rules: { access, html: true, form: true, refused: again(section) },
    options: { id: `sso-pages.${section}`, validate: { payload: fields } },
    handler: async (request, h) => {
      const { ctx } = request;
      requireRecentAuthentication(ctx);
      await saveSettings(ctx, settingsFromForm(await ssoSettingsStore.read(ctx), section, fieldsOf(request)));
      return done(h, 'saved');
    },
  }),
);

const trials = [
  ...(
    [
      { path: 'try', section: 'connection', provider: oidcProvider },
      { path: 'try-saml', section: 'saml', provider: samlProvider },
    ] as const
  ).map(({ path, section, provider }) =>
    route({
      method: 'POST',
      path: `${ADMIN_PAGE}/${path}`,
      rules: { access, html: true, form: true, refused: again(section) },
      options: { id: `sso-pages.${path}`, validate: { payload: fields } },
      handler: async (request, h) => {
        const { ctx } = request;
        requireRecentAuthentication(ctx);
        const values = fieldsOf(request);
        const before = await ssoSettingsStore.read(ctx);
        const tried = merged(settingsFromForm(before, section, values), before);
        const { ok, checks } = await checkSettings(ctx, tried, provider);
        const view = { section, values, checks };
        if (!ok) return signOnAdminPage(request, h, view);
        const begun = await ctx.use(loginTransactions).begin(request, {
          ...{ provider: `trial-${provider.id}`, purpose: 'test', next: ADMIN_PAGE, data: triedText(tried) },
        });
        return begun.give(
          await signOnAdminPage(request, h, { ...view, trial: `${ADMIN_PAGE}/trial?state=${begun.state}` }),
        );
      },
    }),
  ),
  route({
    method: 'GET',
    path: `${ADMIN_PAGE}/trial`,
    rules: { access, html: true },
    options: { id: 'sso-pages.trial', validate: { query: Joi.object({ state: Joi.string().max(100).default('') }) } },
    handler: (request, h) =>
      refusing(request, h, 'oidc', async () => {
        const transaction = await request.ctx
          .use(loginTransactions)
          .take(request, { state: String(request.query.state) });
        const known = transaction && transaction !== 'expired' ? transaction : undefined;
        const provider = [oidcProvider, samlProvider].find(({ id }) => known?.provider === `trial-${id}`);
        if (!known || !provider) throw new SignInRefusal('too_late');
        const begun = { purpose: 'test' as const, next: ADMIN_PAGE, tried: triedIn(known), data: known.data };
        return provider.begin(request, h, begun);
      }),
  }),
  route({
    method: 'POST',
    path: `${ADMIN_PAGE}/preview`,
    rules: { access, html: true, form: true, refused: again('roles') },
    options: { id: 'sso-pages.preview', validate: { payload: fields } },
    handler: async (request, h) => {
      const { ctx } = request;
      const values = fieldsOf(request);
      const settings = completed(settingsFromForm(await ssoSettingsStore.read(ctx), 'roles', values));
      const preview = await synchronize(ctx, true, settings);
      return signOnAdminPage(request, h, { section: 'roles', preview, tried: { settings } });
    },
  }),
];

const acts = (
  [
    { path: 'sync', what: 'synced', run: synchronizeNow },
    { path: 'off', what: 'off', run: disableSignOn },
    { path: 'rotate-key', what: 'rotated', run: rotateKeys },
  ] as const
).map(({ path, what, run }) =>
  route({
    method: 'POST',
    path: `${ADMIN_PAGE}/${path}`,
    rules: { access, html: true, form: true, refused: again('connection') },
    options: { id: `sso-pages.${path}`, validate: { payload: Joi.object({ csrf }).allow(null) } },
    handler: async ({ ctx }, h) => {
      requireRecentAuthentication(ctx);
      await run(ctx);
      return done(h, what);
    },
  }),
);

function synchronizeNow(ctx: Request['ctx']) {
  return synchronize(ctx, false);
}

export const ssoAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: ADMIN_PAGE,
    rules: { access, html: true },
    options: { id: 'sso-pages.admin', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: (request, h) => signOnAdminPage(request, h),
  }),
  route({
    method: 'GET',
    path: `${ADMIN_PAGE}.csv`,
    rules: { access, html: true },
    options: { id: 'sso-pages.export-history' },
    handler: ({ ctx }, h) => sentCsv(h, 'sign-ons.csv', csvOf(historyStore.whole(ctx))),
  }),
  ...saving,
  ...trials,
  ...acts,
];
