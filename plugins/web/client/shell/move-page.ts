// Moves a page; to a place where everybody would read it only after somebody has said that this is meant.
import { RequestError, send } from '../../../../core/client/request.ts';

/** @throws RequestError */
export async function requestPageMove<T>(id: number, title: string, body: object): Promise<T> {
  const path = `/api/pages/${id}/move`;
  try {
    return await send<T>('PUT', path, body);
  } catch (error) {
    if (!(error instanceof RequestError && error.fields.publish)) throw error;
    const { isMeantForAll } = await import('./publish-warning.ts');
    if (!(await isMeantForAll(title))) throw new RequestError(error.status, error.code, error.fields.publish);
    return send<T>('PUT', path, { ...body, publish: true });
  }
}
