// Moves a page; to a place where everybody would read it only after somebody has said that this is meant.
import { t } from '../../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../../core/client/request.ts';
import { loadMoveWords } from './move-words.ts';

/** Nothing of it waits to be sent, other than what is written: whoever tries again finds the same. */
async function unmoved(error: RequestError, title: string): Promise<RequestError> {
  await loadMoveWords();
  return new RequestError(error.status, error.code, t('web.moves.offline', { title }));
}

async function sendMove<T>(path: string, title: string, body: object): Promise<T> {
  try {
    return await send<T>('PUT', path, body);
  } catch (error) {
    // Where its words are out of reach, too, the error has words of its own.
    if (error instanceof RequestError && error.code === 'offline') throw await unmoved(error, title).catch(() => error);
    if (!(error instanceof RequestError && error.fields.publish)) throw error;
    const { isMeantForAll } = await import('./publish-warning.ts');
    if (!(await isMeantForAll(title))) throw new RequestError(error.status, error.code, error.fields.publish);
    return send<T>('PUT', path, { ...body, publish: true });
  }
}

/** @throws RequestError */
export async function requestPageMove<T>(id: number, title: string, body: object): Promise<T> {
  const moved = await sendMove<T>(`/api/pages/${id}/move`, title, body);
  // The way above the page that is shown may lead through the one that went.
  if (/^.pages.\d/.test(location.pathname))
    import('./page-trail.ts').then(({ renewTrail }) => renewTrail()).catch(() => undefined);
  return moved;
}
