// Chooses a cover: one of our own gradients, or a picture of one's own.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { COVER_NAMES, coverUrl } from '../../../pages/client/contract.ts';
import { gridKeys } from '../tables/grid-keys.ts';

/** `choose` gets the address of a gradient; `upload` asks for a picture. */
export function pickCover(anchor: HTMLElement, choose: (url: string) => void, upload: () => void): void {
  const names = COVER_NAMES;
  const choices = names.map((name, at) => {
    const label = t('editor.cover_number', { number: at + 1, count: names.length });
    const picture = el('img', { src: coverUrl(name), alt: '', width: 120, height: 40 });
    const button = el('button', { type: 'button', class: 'cover-choice', 'aria-label': label, title: label }, picture);
    button.addEventListener('click', () => {
      panel.hidePopover();
      choose(coverUrl(name));
    });
    return button;
  });
  const own = el('button', { type: 'button', class: 'button' }, icon('upload'), t('editor.cover_upload'));
  own.addEventListener('click', () => {
    panel.hidePopover();
    upload();
  });
  const label = t('editor.cover_choose');
  const panel = el('div', { class: 'cover-picker', role: 'dialog', 'aria-label': label }, ...choices, own);
  gridKeys(panel, 2);
  void openPopover(anchor, panel, { focus: choices[0] });
}
