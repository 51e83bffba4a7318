// A new page without a form in between: it is made at once and opened for writing, its name first.
import { NEW_PAGE, TYPED_TITLE } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { TypeAhead } from '../../../../core/client/type-ahead.ts';

let making: Promise<unknown> | null = null;

/** What is typed until the new page is shown in this tab is the beginning of its title. */
function keepTyping(): TypeAhead {
  const ahead = new TypeAhead();
  const carry = () => {
    const text = ahead.take();
    if (text) sessionStorage.setItem(TYPED_TITLE, text);
  };
  addEventListener('pagehide', carry, { once: true });
  return ahead;
}

/**
 * Makes what the form at this address would; a second click while that is on its way makes no second page.
 * @param open goes to the page that was made
 * @param isElsewhere in another tab: what is typed meanwhile belongs to this one
 */
export async function makePage(form: string, open: (address: string) => unknown, isElsewhere = false): Promise<void> {
  if (making) return;
  const ahead = isElsewhere ? null : keepTyping();
  const parent = Number(new URL(form).searchParams.get('parent_id'));
  // Beside a page of another workspace, that one is shown, and not the one that is active.
  const workspace = Number(document.querySelector<HTMLElement>('.sidebar')?.dataset.workspace);
  const place = parent ? { parent_id: parent } : workspace && { workspace_id: workspace };
  try {
    const made = send<{ id: number }>('POST', '/api/pages', { title: '', ...place });
    making = made;
    open(`/pages/${(await made).id}${NEW_PAGE}`);
  } catch (error) {
    ahead?.take();
    throw error;
  } finally {
    making = null;
  }
}
