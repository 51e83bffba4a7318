// A line that says what a block is that shows nothing of its own.
import { el } from '../../../../core/client/dom.ts';

export const inertNote = (picture: SVGElement, text: string): HTMLElement =>
  el('p', { class: 'inert-note' }, picture, el('span', {}, text));
