// The sign of a page or a block: an emoji, or the picture of one that the workspace has made its own.
import { el } from './dom.ts';

/** What stands for it in the document; '' for no sign. */
export function signOf(sign: string): HTMLElement | string {
  const own = /^custom:(\d{1,10})$/.exec(sign)?.[1];
  return own ? el('img', { class: 'emoji', src: `/api/emoji/${own}`, alt: '', draggable: 'false' }) : sign;
}
