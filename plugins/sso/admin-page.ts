// The page on which administrators set single sign-on up: what is missing, what to copy, and what happened lately.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { freshSeconds } from '../../core/http/request-lifecycle.ts';
import { roles } from '../../core/http/route.ts';
import { dateText, momentText } from '../../core/i18n/date-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { adminPages } from '../admin/contract.ts';
import { accounts } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { presentSettings } from './configuration/configuration.ts';
import { waysBack } from './configuration/exclusiveness.ts';
import { type FormFields, type FormSection, SPARE_ROWS } from './configuration/form.ts';
import type { StoredSettings } from './configuration/settings.ts';
import { ssoSettingsStore } from './configuration/store.ts';
import { historyStore } from './history/store.ts';
import { refusalText } from './identity/refusals.ts';
import { ADMIN_PAGE } from './identity/trial.ts';
import type { SettingsCheck } from './provider.ts';
import { providers } from './provider-list.ts';
import { directoryOverview } from './scim/token-list.ts';
import type { SynchronizationResult } from './synchronization.ts';

const SHOWN = 20;
const DONE = ['saved', 'off', 'synced', 'rotated', 'scim_revoked'];

export interface AdminView {
  section?: FormSection | 'scim';
  /** as they were typed */
  values?: FormFields;
  faults?: Record<string, string>;
  message?: string;
  checks?: SettingsCheck[];
  /** where a trial goes on */
  trial?: string;
  preview?: SynchronizationResult;
  /** one that was made just now, and is shown this once */
  scimToken?: string;
  /** settings that are shown though they are not saved */
  tried?: Pick<StoredSettings, 'settings'>;
}

async function historyOf(ctx: Ctx) {
  const { items, total } = await historyStore.page(ctx, SHOWN, 0);
  const ids = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))];
  const people = new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one.full_name || one.login]));
  const rows = items.map((one) => ({
    ...one,
    at: momentText(ctx, one.created_at),
    who: people.get(one.user_id ?? 0) || one.email || one.subject,
    why:
      refusalText(ctx, one.reason) ?? (one.reason ? ctx.app.messages.text(ctx.locale, `sso.done.${one.reason}`) : ''),
  }));
  return { rows, total };
}

/** What stands in the way of single sign-on as the only way in, as a list to tick off. */
async function checklistOf(ctx: Ctx, { settings, secrets, version, provenVersion, isReadable }: StoredSettings) {
  const back = await waysBack(ctx, settings.break_glass);
  const isConnected = Object.values(providers).some((provider) => !provider.missing({ settings, secrets }));
  return [
    { name: 'connected', ok: isReadable && isConnected },
    { name: 'enabled', ok: settings.enabled },
    { name: 'proven', ok: version > 0 && version === provenVersion },
    { name: 'way_back', ok: back.length > 0 },
  ];
}

export async function signOnAdminPage(
  request: Request,
  h: ResponseToolkit,
  view: AdminView = {},
): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const stored = await ssoSettingsStore.read(ctx);
  const settings = view.tried?.settings ?? stored.settings;
  const { addresses, oidc, saml, is_readable } = await presentSettings(ctx, stored);
  const done = request.method === 'get' ? String(request.query.done ?? '') : '';
  const blank = Array.from({ length: SPARE_ROWS }, () => ({ group: '', workspace_id: 0, role: 'viewer' }));
  const names = new Map((await ctx.use(workspaces).all(ctx)).map(({ id, name }) => [id, name]));
  const page = ctx.use(adminPages).show(request, h, ADMIN_PAGE, 'sso/admin', {
    settings,
    secretIsKept: oidc.has_client_secret,
    isReadable: is_readable,
    certificates: saml.certificates.map(({ subject, valid_until }) => ({
      subject,
      until: dateText(ctx.locale, valid_until.slice(0, 10)),
      isOver: valid_until <= ctx.now(),
    })),
    addresses,
    workspaces: [...names].map(([id, name]) => ({ id, name })),
    admins: await ctx.use(accounts).admins(ctx),
    roles,
    mappingRows: [...settings.mappings, ...blank],
    homeRows: [...settings.default_workspaces, ...blank.slice(1)],
    checklist: await checklistOf(ctx, stored),
    fresh: freshSeconds(ctx) > 0,
    section: view.section ?? '',
    values: view.values ?? {},
    faults: view.faults ?? {},
    message: view.message ?? '',
    checks: view.checks ?? [],
    trial: view.trial ?? '',
    preview: view.preview ? previewOf(view.preview, names, await peopleIn(ctx, view.preview)) : null,
    history: await historyOf(ctx),
    directory: await directoryOverview(ctx),
    scimToken: view.scimToken ?? '',
    done: DONE.includes(done) && !view.message ? t(`sso.admin.done.${done}`) : '',
  });
  return page.header('cache-control', 'no-store');
}

const peopleIn = async (ctx: Ctx, { changes, kept }: SynchronizationResult): Promise<Map<number, string>> => {
  const ids = [...new Set([...changes, ...kept].map(({ user_id }) => user_id))];
  return new Map((await ctx.use(accounts).byIds(ctx, ids)).map((one) => [one.id, one.full_name || one.login]));
};

function previewOf(found: SynchronizationResult, places: Map<number, string>, people: Map<number, string>) {
  const named = <T extends { user_id: number; workspace_id: number }>(one: T) => ({
    ...one,
    person: people.get(one.user_id) ?? '',
    workspace: places.get(one.workspace_id) ?? String(one.workspace_id),
  });
  return { ...found, changes: found.changes.slice(0, 50).map(named), kept: found.kept.slice(0, 50).map(named) };
}
