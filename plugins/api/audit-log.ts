// The record of API calls as others read it: in pages, whole as CSV, and by the kinds of things it may be about.

import { csvOf } from '../../core/http/log-export.ts';
import { isV2 } from '../../core/http/response-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Calls } from './contract.ts';
import { allCalls, listCalls } from './store.ts';

/** Operations are called by what they are about and by what they do with it. */
function kinds({ app }: Ctx): string[] {
  const names = app.server.table().flatMap(({ path, settings }) => (isV2(path) && settings.id ? settings.id : []));
  return [...new Set(names.map((name) => name.split('.')[0] as string))].sort();
}

export const recordOfCalls: Calls = {
  page: listCalls,
  csv: (ctx, filter) => csvOf(allCalls(ctx, filter)),
  kinds,
};
