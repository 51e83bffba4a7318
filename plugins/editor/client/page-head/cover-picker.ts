// Chooses a cover: one of our own gradients, or a picture of one's own.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { COVER_NAMES, coverUrl } from '../../../pages/client/contract.ts';
import type { Uploads } from '../paste/uploads.ts';
import { gridKeys } from '../tables/grid-keys.ts';

/** Asks for a picture. */
function uploadCover(uploads: Uploads, choose: (url: string) => void): void {
  const field = el('input', { type: 'file', accept: 'image/*' });
  field.addEventListener('change', async () => {
    const [given] = field.files ?? [];
    try {
      const file = given && (await (await import('../paste/image-resize.ts')).fittingPicture(given));
      if (file) choose((await uploads.store(file, () => undefined)).url);
    } catch (error) {
      failed(error);
    }
  });
  field.click();
}

/** `choose` gets the address of a gradient, or of a picture that was uploaded. */
export function pickCover(anchor: HTMLElement, choose: (url: string) => void, uploads: Uploads): void {
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
    uploadCover(uploads, choose);
  });
  const label = t('editor.cover_choose');
  const panel = el('div', { class: 'cover-picker', role: 'dialog', 'aria-label': label }, ...choices, own);
  gridKeys(panel, 2);
  void openPopover(anchor, panel, { focus: choices[0] });
}
