// A new page without a form in between: it is made at once and opened for writing, its name first.
import { NEW_PAGE } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';

let making: Promise<unknown> | null = null;

/**
 * Makes what the form at this address would; a second click while that is on its way makes no second page.
 * @param open goes to the page that was made
 */
export async function makePage(form: string, open: (address: string) => unknown): Promise<void> {
  if (making) return;
  const parent = Number(new URL(form).searchParams.get('parent_id'));
  // Beside a page of another workspace, that one is shown, and not the one that is active.
  const workspace = Number(document.querySelector<HTMLElement>('.sidebar')?.dataset.workspace);
  const place = parent ? { parent_id: parent } : workspace && { workspace_id: workspace };
  try {
    const made = send<{ id: number }>('POST', '/api/pages', { title: '', ...place });
    making = made;
    open(`/pages/${(await made).id}${NEW_PAGE}`);
  } finally {
    making = null;
  }
}
