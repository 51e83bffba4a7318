// The bar over a picture that is pointed at or chosen: where it stands, how wide it is, and what else is done with it.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { MediaAct } from '../views/media-items.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Lines of text at one side, which no other part of the product draws. */
function alignment(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('viewBox', '0 0 24 24');
  const lines = document.createElementNS(SVG, 'path');
  lines.setAttribute('d', path);
  svg.append(lines);
  return svg;
}

const LEFT = 'M21 5H3M15 12H3M17 19H3';
const RIGHT = 'M21 5H3M21 12H9M21 19H7';
/** Where a line begins. */
const isFromRight = document.documentElement.dir === 'rtl';

const TOOLS: [act: MediaAct, message: string, picture: () => SVGSVGElement][] = [
  ['start', isFromRight ? 'editor.media_right' : 'editor.media_left', () => alignment(isFromRight ? RIGHT : LEFT)],
  ['center', 'editor.media_center', () => alignment('M21 5H3M17 12H7M19 19H5')],
  ['end', isFromRight ? 'editor.media_left' : 'editor.media_right', () => alignment(isFromRight ? LEFT : RIGHT)],
  ['full', 'editor.media_full', () => icon('move-horizontal')],
  ['alt', 'editor.alt', () => icon('eye')],
  ['replace', 'editor.media_replace', () => icon('upload')],
  ['download', 'editor.media_download', () => icon('download')],
  ['open', 'editor.media_open', () => icon('maximize-2')],
];

export function mediaTools(
  align: string | null,
  act: (act: MediaAct, anchor: HTMLElement) => Promise<void>,
): HTMLElement {
  const bar = el('div', { class: 'media-tools', role: 'toolbar', 'aria-label': t('editor.media_tools') });
  const placed = align ?? 'start';
  for (const [name, message, picture] of TOOLS) {
    const label = t(message);
    const isPlace = name === 'start' || name === 'center' || name === 'end';
    const button = el(
      'button',
      {
        ...{ type: 'button', class: 'icon-button', tabindex: -1, 'aria-label': label, title: label },
        'aria-pressed': isPlace ? String(name === placed) : null,
      },
      picture(),
    );
    button.addEventListener('click', () => act(name, button).catch(failed));
    bar.append(button);
  }
  // The picture stays chosen while somebody points at its bar.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  bar.addEventListener('keydown', (event) => {
    const buttons = [...bar.querySelectorAll('button')];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') bar.closest<HTMLElement>('.ProseMirror')?.focus();
    else if (step)
      buttons.at((buttons.indexOf(document.activeElement as HTMLButtonElement) + step) % buttons.length)?.focus();
    else return;
  });
  return bar;
}

/** The picture as large as the window, until somebody presses anything. */
export function showPicture(src: string, alt: string): void {
  const close = el('button', { type: 'button', class: 'icon-button', 'aria-label': t('core.client.close') }, icon('x'));
  const label = alt || t('editor.media_open');
  const dialog = el('dialog', { class: 'picture-dialog', 'aria-label': label }, el('img', { src, alt }), close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
