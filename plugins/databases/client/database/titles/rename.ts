// Another title for a database, from wherever it is written.
import { tellPageChange } from '../../../../../core/client/page-events.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Model } from '../model.ts';

/** Shown at once, and taken back where it is refused: a title can be changed and not be taken away. */
export async function renameDatabase({ collection }: Model, title: string): Promise<void> {
  const before = collection.name;
  if (!title || title === before) return;
  collection.name = title;
  try {
    await send('PUT', `/api/pages/${collection.page_id}/rename`, { title });
    tellPageChange({ id: collection.page_id, title });
  } catch (error) {
    collection.name = before;
    throw error;
  }
}
