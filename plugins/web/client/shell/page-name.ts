// The breadcrumb, the lists of the sidebar and the title of the window follow the name of the page that is shown.
import { t } from '../../../../core/client/messages.ts';
import { onPageChange } from '../../../../core/client/page-events.ts';

export function startPageName(): void {
  onPageChange(({ id, title }) => {
    if (title === undefined) return;
    const name = title || t('core.client.untitled');
    for (const label of document.querySelectorAll(`.sidebar .links [href="/pages/${id}"] .menu-label`))
      label.textContent = name;
    if (location.pathname !== `/pages/${id}`) return;
    const here = document.querySelector('.breadcrumb [aria-current="page"]');
    if (here) here.textContent = name;
    document.title = `${name} · Commonplace`;
  });
}
