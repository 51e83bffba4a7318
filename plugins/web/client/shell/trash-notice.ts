// A page that its own menu puts into the trash: what lay above it is shown then, with the way back.
import { t } from '../../../../core/client/messages.ts';
import { TRASHED } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { failed, toast } from '../../../../core/client/toast.ts';
import { confirmImpact } from './deletion-warning.ts';

interface Trashed {
  id: number;
  title: string;
}

/** The page above, or the start page. */
const above = (): string =>
  [...document.querySelectorAll<HTMLAnchorElement>('.breadcrumb a[href]:not([aria-current])')].at(-1)?.href ?? '/';

export async function trashShown(id: number): Promise<void> {
  if (!(await confirmImpact([id], 'trash', t('web.client.tree.trash')))) return;
  const title = document.querySelector('.page-title')?.textContent?.trim() || t('core.client.untitled');
  await send('POST', `/api/pages/${id}/trash`);
  sessionStorage.setItem(TRASHED, JSON.stringify({ id, title } satisfies Trashed));
  location.assign(above());
}

async function bringBack(id: number): Promise<void> {
  await send('POST', `/api/pages/${id}/restore`);
  location.assign(`/pages/${id}`);
}

/** Said once, on the page that comes after. */
export function showTrashed(kept: string): void {
  sessionStorage.removeItem(TRASHED);
  const { id, title } = JSON.parse(kept) as Trashed;
  const action = { label: t('core.client.undo'), run: () => void bringBack(id).catch(failed) };
  toast(t('web.client.tree.trashed', { title }), { action });
}
