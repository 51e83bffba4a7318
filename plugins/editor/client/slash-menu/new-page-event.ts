// Pages that are made while somebody writes another one: everything that shows pages learns of them at once.
import { tellPageEvent } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';

/** @throws RequestError */
export async function requestNewPage(page: Record<string, unknown>): Promise<{ id: number }> {
  const { id, sync_version } = await send<{ id: number; sync_version: number }>('POST', '/api/pages', page);
  tellPageEvent({ type: 'page.created', resource: 'page', id, version: sync_version, isOwn: true });
  return { id };
}
