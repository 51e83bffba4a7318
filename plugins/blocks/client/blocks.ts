// Blocks of a page that is only read and that scripts make better: code gets colours and a copy button, diagrams a picture, documents a viewer.

import { copyOut } from '../../../core/client/clipboard.ts';
import { el, icon } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { failed } from '../../../core/client/toast.ts';
import { ARTICLE_CHANGED } from './reading/article-updates.ts';

const LANGUAGE = /(?:^|\s)language-([\w+#.-]+)/;

function addCopy(pre: HTMLElement, text: string): void {
  const label = t('editor.code_copy');
  const copy = () => copyOut(text, t('editor.copied'));
  const attributes = { type: 'button', class: 'icon-button code-copy', 'aria-label': label, title: label };
  pre.before(el('button', { ...attributes, onclick: copy }, icon('copy')));
}

/** Puts elements around the coloured stretches; the text itself stays as it is. */
async function colour(code: HTMLElement, language: string): Promise<void> {
  const { colourCode } = await import('./reading/code-highlighting.ts');
  const text = code.textContent ?? '';
  const made = document.createDocumentFragment();
  const open: { element: Node; to: number }[] = [{ element: made, to: text.length }];
  let at = 0;
  const writeTo = (end: number): void => {
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const stop = Math.min(top.to, end);
      if (stop > at) top.element.appendChild(new Text(text.slice(at, stop)));
      at = Math.max(at, stop);
      if (top.to > end || open.length === 1) return;
      open.pop();
    }
  };
  for (const { from, to, classes } of colourCode(language, text)) {
    writeTo(from);
    const element = el('span', { class: classes });
    open.at(-1)?.element.appendChild(element);
    open.push({ element, to });
  }
  writeTo(text.length);
  code.replaceChildren(made);
}

async function draw(figure: HTMLElement, code: HTMLElement): Promise<void> {
  const { drawDiagram } = await import('./reading/diagram.ts');
  const drawn = await drawDiagram(code.textContent ?? '');
  if ('fault' in drawn) return;
  const source = el('details', {}, el('summary', {}, t('blocks.diagram_source')));
  code.parentElement?.replaceWith(drawn.picture, source);
  source.append(el('pre', {}, code));
  figure.dataset.drawn = 'true';
}

/** Without a viewer of its own a browser would save the file as soon as the page is open. */
function showDocuments(): void {
  if (!navigator.pdfViewerEnabled) return;
  for (const place of document.querySelectorAll<HTMLElement>('.article .pdf-frame:empty')) {
    const { frame = '', title = '' } = place.dataset;
    place.append(el('iframe', { src: frame, title, loading: 'lazy' }));
  }
}

async function improve(): Promise<void> {
  showDocuments();
  void enableButtons().catch(failed);
  for (const code of document.querySelectorAll<HTMLElement>('.article .code > pre:not(.code-copy + pre) > code')) {
    addCopy(code.parentElement as HTMLElement, code.textContent ?? '');
    const language = LANGUAGE.exec(code.className)?.[1];
    // What marks changes in it would go with the text.
    if (language && !code.querySelector('ins, del')) await colour(code, language);
  }
  const sources = document.querySelectorAll<HTMLElement>('.article figure.mermaid:not([data-drawn]) code');
  await Promise.all([...sources].map((code) => draw(code.closest('figure') as HTMLElement, code)));
}

/** Buttons are pressed on the page that is read, not on what it was. */
async function enableButtons(): Promise<void> {
  const page = Number(/^\/pages\/(\d+)/.exec(location.pathname)?.[1]);
  const buttons = document.querySelectorAll<HTMLButtonElement>('.article:not(.history *) button[data-automation]');
  if (!page || !buttons.length) return;
  const { enableButton } = await import('../types/button/client-reading.ts');
  for (const one of buttons) await enableButton(one, page);
}

const start = () => void improve().catch(failed);
start();
document.addEventListener(ARTICLE_CHANGED, start);
