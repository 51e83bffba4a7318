// What is done with a picture, film, sound or file from the menu of its block or the bar over it; loaded on first use.
import type { Attrs } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import { blockOf, chooseFiles, type Uploads } from '../paste/uploads.ts';
import { apart } from '../saving/undo.ts';
import { askNumber } from '../slash-menu/number-prompt.ts';
import { type MediaAct, WIDTH_MAX, WIDTH_MIN } from '../views/media-items.ts';
import { showPicture } from './media-tools.ts';

/** A picture, film, sound or file in the text, as its element knows it. */
interface MediaHost {
  view: EditorView;
  position(): number | undefined;
  attrs: Attrs;
  caption: HTMLInputElement;
  uploads: Uploads;
  source: { href: string; isOwn: boolean } | null;
  /** as it is shown */
  width: number;
  resize(width: number | null): void;
  set(name: string, value: unknown): void;
}

export function actOnMedia(act: MediaAct, anchor: HTMLElement, media: MediaHost): void {
  const { view, position, attrs, source } = media;
  const at = position();
  if (at === undefined) return;
  if (act === 'caption') editCaption(view, at, media.caption);
  else if (act === 'alt') askDescription(anchor, attrs.alt ?? '', (alt) => media.set('alt', alt));
  else if (act === 'width') askMediaWidth(anchor, Math.round(media.width), media.resize);
  else if (act === 'download') downloadMedia(source);
  else if (act === 'open') showPicture(source?.href ?? '', attrs.alt ?? '');
  else if (act === 'replace') replaceMediaFile(view, position, media.uploads);
  else {
    if (act === 'full') media.resize(WIDTH_MAX);
    else media.set('align', act === 'start' ? null : act);
    view.focus();
  }
}

/** A caption that is empty shows with its block chosen only. */
function editCaption(view: EditorView, at: number, field: HTMLInputElement): void {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
  field.focus();
}

function askMediaWidth(figure: HTMLElement, value: number, take: (width: number | null) => void): void {
  const question = { label: t('editor.width'), hint: t('editor.width_hint') };
  askNumber(figure, { ...question, value, min: WIDTH_MIN, max: WIDTH_MAX }, take);
}

/** What somebody hears who does not see the picture. */
function askDescription(anchor: HTMLElement, value: string, take: (text: string | null) => void): void {
  const field = el('input', { id: 'media-alt', maxlength: 2000, value });
  const label = el('label', { for: 'media-alt' }, t('editor.alt'));
  const save = el('button', { class: 'button primary' }, t('editor.save'));
  const form = el(
    'form',
    { class: 'field-popover' },
    label,
    field,
    el('p', { class: 'hint' }, t('editor.alt_hint')),
    save,
  );
  const panel = el('div', { role: 'dialog', 'aria-label': t('editor.alt') }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    panel.hidePopover();
    take(field.value.trim() || null);
  });
  openPopover(anchor, panel, { focus: field });
}

function downloadMedia(source: { href: string; isOwn: boolean } | null): void {
  if (!source) return;
  const address = source.isOwn ? `${source.href}?download=1` : source.href;
  el('a', { href: address, download: '', rel: 'noopener nofollow', target: source.isOwn ? null : '_blank' }).click();
}

/** Another file in the same place: caption, width and side stay, words that described the old picture do not. */
function replaceMediaFile(view: EditorView, position: () => number | undefined, uploads: Uploads): void {
  chooseFiles('', false, async ([file]) => {
    if (!file) return;
    try {
      const { type, attrs } = blockOf(await uploads.store(file, () => undefined));
      const at = position();
      const node = at === undefined ? null : view.state.doc.nodeAt(at);
      if (at === undefined || !node) return;
      const kept = { caption: node.attrs.caption, width: node.attrs.width, align: node.attrs.align };
      view.dispatch(apart(view.state.tr.setNodeMarkup(at, type, { ...attrs, ...kept })));
    } catch (error) {
      failed(error);
    }
  });
}
