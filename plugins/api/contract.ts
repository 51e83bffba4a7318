// What other plugins may know of the record of API calls: its rows, what they are found by, and the service.

import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface CallRecord {
  id: number;
  user_id: number | null;
  token_id: number | null;
  action: string;
  resource_type: string;
  resource_id: string;
  ip_address: string;
  detail: string;
  created_at: string;
}

export interface CallFilter {
  user_id?: number;
  token_id?: number;
  action?: string;
  resource_type?: string;
  /** only calls that were refused */
  refused?: boolean;
  since?: string;
  until?: string;
  /** only records before this one */
  cursor?: number;
}

export interface Calls {
  /** newest first */
  page(ctx: Ctx, filter: CallFilter, limit: number, offset: number): Promise<ListPage<CallRecord>>;
  /** all of them as CSV with a head, oldest first, in portions */
  csv(ctx: Ctx, filter: CallFilter): AsyncGenerator<string>;
  /** the kinds of things that calls may be about */
  kinds(ctx: Ctx): string[];
}

/** The record of calls of the API, as administrators see it. */
export const calls: Service<Calls> = service('api.calls');
