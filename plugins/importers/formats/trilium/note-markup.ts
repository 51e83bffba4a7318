// The HTML of a note of Trilium as a page: what its editor writes in its own way is put as other pages write it.
import { decodeMarkup, type HtmlDocument, htmlDocument } from '../../conversion/html/document.ts';
import {
  elementsIn,
  hasClass,
  type MarkupElement,
  madeElement,
  markupNodeText,
  readTree,
} from '../../conversion/html/tree.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { codeLanguage } from './code-language.ts';

/** A note that is shown within another one. */
export interface IncludedNote {
  title: string;
  /** of its page */
  id: string;
}

/** Called in a worker. `path` is where it lies; `included` are the notes that it may show, by their ids there. */
export function readNoteMarkup(bytes: Uint8Array, path: string, included: Record<string, IncludedNote>): HtmlDocument {
  const { text, problem } = decodeMarkup(bytes);
  const root = readTree(text);
  let shown = 0;
  for (const element of elementsIn(root)) {
    shown += showInclude(element, included);
    markFormula(element);
    nameLanguage(element);
  }
  const page = htmlDocument(root, path);
  const unsupported = { ...page.unsupported, ...(shown && { note_embed: shown }) };
  return { ...page, unsupported, ...(problem && { problem }) };
}

/** A link to the note stands where the note was shown. */
function showInclude(element: MarkupElement, included: Record<string, IncludedNote>): number {
  if (element.tag !== 'section' || !hasClass(element, 'include-note')) return 0;
  const id = element.attrs['data-note-id'] ?? '';
  const note = Object.hasOwn(included, id) ? included[id] : undefined;
  element.tag = 'p';
  element.children = note
    ? [madeElement('a', [note.title || note.id], { href: sourcePathAddress(note.id) })]
    : [`[${id}]`];
  return 1;
}

function markFormula(element: MarkupElement): void {
  if (!hasClass(element, 'math-tex')) return;
  const isDisplayed = /^\s*(?:\\\[|\$\$)/.test(markupNodeText(element));
  element.attrs.class = isDisplayed ? 'math display' : 'math';
}

/** Languages have the names of their types of files there. */
function nameLanguage(element: MarkupElement): void {
  const named = element.tag === 'code' && /(?:^|\s)language-(\S+)/.exec(element.attrs.class ?? '')?.[1];
  if (named) element.attrs.class = `language-${codeLanguage(named)}`;
}
