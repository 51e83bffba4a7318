/** What opens and closes without scripts. */
import type { Block } from '../../block.ts';
import type { HtmlView } from '../../html/html-view.ts';

/** A block whose inside stands below its summary. */
export function detailsHtml(
  block: Block,
  view: HtmlView,
  { id, isOpen, summary }: { id: string; isOpen: boolean; summary: string },
): string {
  const open = isOpen ? ' open' : '';
  return `<details id="${id}"${open}${view.direction(block)}><summary>${summary}</summary>${view.children(block)}</details>`;
}
