// Moves a page; to a place where everybody would read it only after somebody has said that this is meant.
import { Refused, send } from '../../../../core/client/request.ts';

/** @throws Refused */
export async function movePage<T>(id: number, title: string, body: object): Promise<T> {
  const path = `/api/pages/${id}/move`;
  try {
    return await send<T>('PUT', path, body);
  } catch (error) {
    if (!(error instanceof Refused && error.fields.publish)) throw error;
    const { isMeantForAll } = await import('./publish-warning.ts');
    if (!(await isMeantForAll(title))) throw new Refused(error.status, error.code, error.fields.publish);
    return send<T>('PUT', path, { ...body, publish: true });
  }
}
