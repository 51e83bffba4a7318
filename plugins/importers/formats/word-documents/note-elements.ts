// Footnotes of documents as web pages write them: a sign that leads to a note, which leads back.
import { type MarkupElement, type MarkupNode, madeElement } from '../../conversion/html/tree.ts';

export const documentNoteSign = (number: number): MarkupElement =>
  madeElement('sup', [madeElement('a', [String(number)], { href: `#note-${number}`, id: `note-sign-${number}` })]);

/** It stands at the end of the document. */
export const documentNote = (number: number, children: MarkupNode[]): MarkupElement =>
  madeElement('aside', [...children, madeElement('a', ['↩'], { href: `#note-sign-${number}` })], {
    id: `note-${number}`,
  });
