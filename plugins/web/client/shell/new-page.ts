// A new page without a form in between: it is made at once and opened for writing, its name chosen to be overwritten.
import { t } from '../../../../core/client/messages.ts';
import { NEW_PAGE } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';

let making: Promise<unknown> | null = null;

/** Makes what a link to the form would; a second click while that is on its way makes no second page. */
export async function makePage(link: HTMLAnchorElement): Promise<void> {
  if (making) return;
  const parent = Number(new URL(link.href).searchParams.get('parent_id'));
  // Beside a page of another workspace, that one is shown, and not the one that is active.
  const workspace = Number(document.querySelector<HTMLElement>('.sidebar')?.dataset.workspace);
  const place = parent ? { parent_id: parent } : workspace && { workspace_id: workspace };
  const page = { title: t('core.client.untitled'), ...place };
  try {
    const made = send<{ id: number }>('POST', '/api/pages', page);
    making = made;
    location.assign(`/pages/${(await made).id}${NEW_PAGE}`);
  } finally {
    making = null;
  }
}
