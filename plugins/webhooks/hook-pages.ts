// What the pages of hooks show: lists with their health, one with what it sent, and the line that sends it by hand.
import { momentText } from '../../core/i18n/date-format.ts';
import { shownMoment } from '../../core/i18n/relative-time.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import { hookScope } from './access.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { EVENT_CATALOG } from './event-catalog.ts';
import { webhookPolicies } from './policies.ts';
import { type Delivery, presentDeliveries, presentWebhook } from './present.ts';
import { type WebhookRow, webhookStore } from './store.ts';
import { hookPath } from './switch-off.ts';

const HOOKS_SHOWN = 100;
export const DELIVERIES_SHOWN = 20;

/** off, new (nothing was sent yet), or how the last attempt ended */
const stateOf = (row: WebhookRow): string => {
  if (!row.enabled) return 'off';
  return row.last_success_at === null && row.failing_since === null ? 'new' : row.health;
};

const since = (ctx: Ctx, at: string | null) => at && shownMoment(ctx, at);
const until = (ctx: Ctx, at: string | null) => at && momentText(ctx, at);

/** Where a message goes, without what may be a secret: many services hide one in a long piece of the path. */
function spokenAddress(url: string): string {
  const { host, pathname } = new URL(url);
  const pieces = pathname.split('/').map((piece) => (piece.length > 16 ? `${piece.slice(0, 4)}…` : piece));
  return host + (pathname === '/' ? '' : pieces.join('/'));
}

function summaryOf(ctx: Ctx, row: WebhookRow) {
  return {
    ...{ id: row.id, name: row.name, url: row.url, host: new URL(row.url).host, href: hookPath(row) },
    ...{ enabled: Boolean(row.enabled), state: stateOf(row), reason: row.disabled_reason },
    last_success: since(ctx, row.last_success_at),
    failing_since: since(ctx, row.failing_since),
    off_since: since(ctx, row.disabled_at),
  };
}

export async function hooksShown(ctx: Ctx, workspaceId: number | null) {
  const { items } = await webhookStore.page(ctx, await hookScope(ctx), { workspace_id: workspaceId }, HOOKS_SHOWN, 0);
  const people = await ctx.use(accounts).byIds(ctx, [...new Set(items.map(({ user_id }) => user_id))]);
  const names = new Map(people.map((one) => [one.id, one.full_name || one.login]));
  return items.map((row) => ({
    ...summaryOf(ctx, row),
    ...{ owner: names.get(row.user_id) ?? '', address: spokenAddress(row.url) },
    events: presentWebhook(ctx, row).events,
  }));
}

/** By what they are about, for the boxes of the form. */
export const eventGroups = (): [family: string, types: string[]][] => [
  ...Map.groupBy(Object.keys(EVENT_CATALOG), (type) => type.split('.')[0] as string),
];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Sends the same from a terminal. A signature of more than is kept would not fit, and is left out. */
export function curlLine(row: WebhookRow, { payload, request_headers, is_whole }: Delivery): string {
  const headers = Object.entries({ 'content-type': 'application/json', ...request_headers }).filter(
    ([name]) => name !== 'content-length' && (is_whole || name !== 'webhook-signature'),
  );
  const given = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl', '-X POST', ...given, '--data-raw', quoted(payload), quoted(row.url)].join(' ');
}

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);

export async function deliveriesShown(ctx: Ctx, row: WebhookRow, page: number) {
  const offset = (page - 1) * DELIVERIES_SHOWN;
  const { items, total } = await deliveryStore.page(ctx, row.id, {}, DELIVERIES_SHOWN, offset);
  const shown = (await presentDeliveries(ctx, items)).map((one) => ({
    ...one,
    moment: shownMoment(ctx, one.created_at),
    next: one.next_retry_at && momentText(ctx, new Date(one.next_retry_at * 1000).toISOString()),
    // As it was sent, so that it can be verified with the signature beside it.
    body: one.is_whole ? one.payload : pretty(one.payload),
    isKnown: one.payload !== '{}',
    curl: curlLine(row, one),
  }));
  return { deliveries: shown, total };
}

/** The fields of the form as the hook has them. */
export async function hookFormValues(ctx: Ctx, row: WebhookRow) {
  const { events, filter, header_names, payload, signing, include_imports, name, url } = presentWebhook(ctx, row);
  const collection = row.collection_id === null ? undefined : await ctx.use(databases).byId(ctx, row.collection_id);
  return {
    ...{ name, url, events, header_names, payload, signing },
    include_imports: include_imports ? 'yes' : '',
    filter: filter === null ? '' : JSON.stringify(filter),
    database: collection ? `${ctx.app.baseUrl}/pages/${collection.page_id}` : '',
  };
}

export const hookShown = (ctx: Ctx, row: WebhookRow) => ({
  ...summaryOf(ctx, row),
  public_key: presentWebhook(ctx, row).public_key,
  previous_until: until(ctx, presentWebhook(ctx, row).previous_until),
});

/** What a page of hooks lies in: its workspace, or the service. */
export async function webhookTrail(ctx: Ctx, home: number | null) {
  const t = ctx.app.messages.in(ctx.locale);
  if (home === null) return [{ title: t('webhooks.service.title'), href: '/admin/webhooks' }];
  const { row } = await ctx.app.access.require(ctx, webhookPolicies.listInWorkspace, home);
  return [
    { title: t('workspaces.title'), href: '/workspaces' },
    { title: (row as { name: string }).name },
    { title: t('webhooks.title'), href: `/workspaces/${home}/webhooks` },
  ];
}
