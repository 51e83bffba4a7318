// What every page offers its readers: previews of links, a second page beside this one, and the text as Markdown.

import { copyOut } from '../../../../core/client/clipboard.ts';
import { el, icon, on } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { isBeside } from '../../../../core/client/peek-request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { startPreviews } from './hover-card.ts';
import { pageOfLink } from './page-links.ts';

function offerCopy(): void {
  const link = document.querySelector<HTMLAnchorElement>('.page-menu a[href$=".md"]');
  const copy = async () => {
    link?.closest('details')?.removeAttribute('open');
    const text = await fetch((link as HTMLAnchorElement).href).then((answer) => (answer.ok ? answer.text() : ''));
    await copyOut(text, t('pages.client.markdown_copied'));
  };
  const label = el('span', { class: 'menu-label' }, t('pages.client.copy_markdown'));
  link?.before(
    el('button', { type: 'button', class: 'menu-item', onclick: () => void copy() }, icon('file-text'), label),
  );
}

/** Beside another page there is no room for the frame: links stay without it. */
function stayEmbedded(): void {
  on(document, 'click', 'a[href]', (event, link) => {
    const id = pageOfLink(link as HTMLAnchorElement);
    if (!id || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.assign(`/pages/${id}?embed=1${(link as HTMLAnchorElement).hash}`);
  });
}

/** `target` is what the pointer or the focus came to first. */
export function start(target: EventTarget | null): void {
  if (isBeside()) stayEmbedded();
  else {
    startPreviews(target);
    offerCopy();
  }
  if (document.querySelector('[data-inline-database]'))
    import('../../../blocks/client/reading/embedded-database.ts').then(({ wakeAll }) => wakeAll()).catch(failed);
  document.documentElement.dataset.reading = 'ready';
}
