// What every page has in the product: whether a text field has the focus, and where its menu moves it.
import { TRASHED } from '../../../core/client/page-events.ts';
import { failed } from '../../../core/client/toast.ts';
import { TypeAhead } from '../../../core/client/type-ahead/type-ahead.ts';

const FIELD = '[contenteditable="true"], textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';

/** On a phone the keyboard then needs the room of the bar. */
const follow = () =>
  document.documentElement.classList.toggle('is-typing', document.activeElement?.matches(FIELD) ?? false);

document.addEventListener('focusin', follow);
document.addEventListener('focusout', () => setTimeout(follow));
follow();

// Before whoever follows links: a page is moved by a dialog, wherever its form is linked to.
const move = (event: MouseEvent) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/pages/"][href$="/move"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const id = Number(link.pathname.split('/')[2]);
  const ahead = new TypeAhead();
  import('./shell/move/move-dialog.ts').then(({ choosePlaceOf }) => choosePlaceOf(id, ahead)).catch(failed);
};
document.addEventListener('click', move, true);

const trash = (event: SubmitEvent) => {
  const id = /^.pages.(\d+).delete$/.exec((event.target as HTMLFormElement).getAttribute('action') ?? '')?.[1];
  if (!id || !(event.target as Element).closest('.page-menu')) return;
  event.preventDefault();
  import('./shell/trash-notice.ts').then(({ trashShown }) => trashShown(Number(id))).catch(failed);
};
document.addEventListener('submit', trash);

const trashed = sessionStorage.getItem(TRASHED);
if (trashed) import('./shell/trash-notice.ts').then(({ showTrashed }) => showTrashed(trashed)).catch(failed);
