// The field of a title whose page is on its way: there with the click itself, so that it also takes letters that come without
// a key of theirs, of dead keys and of input methods.
import { el } from '../dom.ts';

/** In place of what is shown, with the focus; a second click finds that of the first. What it says of itself comes later. */
export function titleField(): HTMLTextAreaElement {
  let field = document.querySelector<HTMLTextAreaElement>('.title-draft');
  if (!field) {
    field = el('textarea', { class: 'title-draft' });
    const page = document.querySelector('#main');
    page?.before(el('main', { class: page.className }, el('h1', {}, field)));
  }
  field.focus();
  return field;
}
