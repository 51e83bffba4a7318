// Scripts that make a page more than text, e.g. the editor: they run when the text is seen, not before.
import { failed } from '../../../../core/client/toast.ts';

/** Runs each `<link rel="modulepreload" data-run>` after the first picture of the page. */
export function startWorkbench(): void {
  const run = () => {
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-run]')) import(href).catch(failed);
  };
  const afterPaint = () => requestAnimationFrame(() => setTimeout(run));
  document.addEventListener('DOMContentLoaded', afterPaint, { once: true });
}
