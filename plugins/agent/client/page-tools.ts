// The agent beside the page that is shown: from the menu of the page, and by its key wherever somebody is.
import { on } from '../../../core/client/dom.ts';
import { isBeside, requestPeek } from '../../../core/client/peek-request.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { shortcuts } from '../shortcuts.ts';

const LINK = 'a[href^="/agent?page_id="]';

function open(link: HTMLAnchorElement): void {
  const id = Number(new URL(link.href).searchParams.get('page_id'));
  requestPeek({ id, path: `/agent?page_id=${id}&embed=1`, from: link });
}

if (!isBeside()) {
  on(document, 'click', LINK, (event, link) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link as HTMLAnchorElement);
  });
  for (const shortcut of shortcuts)
    addShortcut(shortcut, () => {
      const link = document.querySelector<HTMLAnchorElement>(LINK);
      if (link) open(link);
      else location.assign('/agent');
    });
}
