// Calls of our own pages while there is no connection, answered by what is kept here: all that they show goes on working.
import { t } from '../../../../../core/client/messages.ts';
import { RequestError, type Substitute } from '../../../../../core/client/request.ts';
import { withStoreLock } from '../store.ts';
import type { Answers, DeviceContext } from './answer.ts';
import { changeAnswers } from './changes.ts';
import { listAnswers } from './lists.ts';
import { rowAnswers } from './rows.ts';
import { tagAnswers } from './tags.ts';

const ALL: Answers = [...listAnswers, ...changeAnswers, ...rowAnswers, ...tagAnswers];

/** `PUT /api/pages/{id}/rename` as a pattern of the call. */
const patternOf = (call: string): RegExp =>
  new RegExp(`^${call.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '(\\d+)')}$`);

const table = ALL.map(([call, answer]) => [patternOf(call), answer] as const);

/** What the browser says of a full device is not for people. */
function asReason(error: unknown): never {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  throw isFull ? new RequestError(0, 'storage_full', t('sync.offline.no_room')) : error;
}

export const answersOf =
  (kept: DeviceContext): Substitute =>
  async (method, path, body) => {
    const { pathname, searchParams } = new URL(path, location.href);
    for (const [pattern, answer] of table) {
      const found = pattern.exec(`${method} ${pathname}`);
      if (!found) continue;
      const ids = found.slice(1).map(Number);
      const work = () => answer({ ...kept, ids, query: searchParams, body: (body ?? {}) as Record<string, unknown> });
      return method === 'GET' ? work() : withStoreLock(kept.store, work).catch(asReason);
    }
    return undefined;
  };
