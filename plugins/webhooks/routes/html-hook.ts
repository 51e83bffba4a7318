// The page of one hook: how it fares, what it sent, and the form that changes it.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Refusal } from '../../../core/http/form-errors.ts';
import {
  DELIVERIES_SHOWN,
  deliveriesShown,
  eventGroups,
  hookFormValues,
  hookShown,
  webhookTrail,
} from '../hook-pages.ts';
import type { WebhookRow } from '../store.ts';

/** What was done, as the address says it after a form went well. */
const DONE = ['created', 'saved', 'on', 'off', 'rotated', 'arrived', 'missed', 'queued'];

interface News {
  done?: string;
  secret?: string | null;
  refusal?: Refusal;
}

export async function hookPage(
  request: Request,
  h: ResponseToolkit,
  row: WebhookRow,
  { done, secret = null, refusal }: News = {},
): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { page = 1, done: told = '' } = request.query as { page?: number; done?: string };
  const what = done ?? told;
  const values = { ...(await hookFormValues(ctx, row)), ...refusal?.typed };
  const ticked = (request.payload as { events?: string | string[] } | null)?.events;
  return h
    .view('webhooks/hook', {
      title: row.name,
      home: row.workspace_id,
      breadcrumb: [...(await webhookTrail(ctx, row.workspace_id)), { title: row.name }],
      hook: hookShown(ctx, row),
      groups: eventGroups(),
      values: refusal ? { ...values, events: [ticked ?? []].flat() } : values,
      faults: refusal?.faults ?? {},
      message: refusal?.message ?? '',
      done: !refusal && DONE.includes(what) ? t(`webhooks.done.${what}`) : '',
      isBad: what === 'missed',
      secret,
      ...(await deliveriesShown(ctx, row, page)),
      ...{ page, size: DELIVERIES_SHOWN },
    })
    .header('cache-control', 'no-store');
}
