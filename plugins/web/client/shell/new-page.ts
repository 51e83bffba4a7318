// A new page without a form in between: it is made at once and opened for writing, its name first.

import { NEW_PAGE } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TitleDraft } from '../../../../core/client/type-ahead/title-draft.ts';

let making: Promise<unknown> | null = null;

/**
 * Makes what the form at this address would; a second click while that is on its way makes no second page.
 * @param open goes to the page that was made
 * @param field where its title is typed meanwhile; null: what is typed is none of the page's
 */
export async function makePage(
  form: string,
  open: (address: string) => unknown,
  field: HTMLTextAreaElement | null,
): Promise<void> {
  if (making) return;
  const draft = field && new TitleDraft(field);
  const parent = Number(new URL(form).searchParams.get('parent_id'));
  // Beside a page of another workspace, that one is shown, and not the one that is active.
  const workspace = Number(document.querySelector<HTMLElement>('.sidebar')?.dataset.workspace);
  const place = parent ? { parent_id: parent } : workspace && { workspace_id: workspace };
  try {
    const made = send<{ id: number }>('POST', '/api/pages', { title: '', ...place });
    making = made;
    const { id } = await made;
    await draft?.quiet();
    open(`/pages/${id}?new=1${NEW_PAGE}`);
  } catch (error) {
    draft?.end();
    failed(error);
  } finally {
    making = null;
  }
}
