// The gallery of templates as a dialog over the page: the same pages that it is without scripts.
import { openDialog } from '../../../core/client/dialog.ts';
import { el } from '../../../core/client/dom.ts';

export async function act(link: HTMLElement): Promise<void> {
  const address = new URL((link as HTMLAnchorElement).href);
  address.searchParams.set('embed', '1');
  const title = link.textContent?.trim() ?? '';
  const frame = el('iframe', { src: address.href, title });
  // Keys pressed inside do not reach the dialog around it.
  frame.addEventListener('load', () =>
    frame.contentDocument?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') frame.closest('dialog')?.close('');
    }),
  );
  await openDialog(title, [frame], [], { wide: true, focus: frame });
}
