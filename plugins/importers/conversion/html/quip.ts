// Pages that Quip writes: which kind a list is stands in a number on the element around it, and names of sheets in titles.
import { all, hasClass, type MarkupElement, madeElement } from './tree.ts';

/** Sections of Quip, by their numbers. */
const NUMBERED = '6';
const CHECKLIST = '7';
const SHEET = '13';

/** Puts such a page into the words of others; all other pages stay as they are. */
export function plainQuip(root: MarkupElement): void {
  for (const section of all(root, 'div')) {
    const style = section.attrs['data-section-style'];
    if (style === SHEET) for (const sheet of all(section, 'table')) nameSheet(sheet);
    if (style !== NUMBERED && style !== CHECKLIST) continue;
    for (const list of all(section, 'ul')) {
      if (style === NUMBERED) list.tag = 'ol';
      else if (!hasClass(list, 'checklist')) list.attrs.class = `${list.attrs.class ?? ''} checklist`;
    }
  }
}

function nameSheet(sheet: MarkupElement): void {
  const { title, ...attrs } = sheet.attrs;
  if (!title?.trim()) return;
  sheet.attrs = attrs;
  sheet.children.unshift(madeElement('caption', [title]));
}
