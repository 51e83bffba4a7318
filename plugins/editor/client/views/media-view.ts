// Pictures, films, sounds and files in the page: shown or offered, with caption, description and width.
import type { Node } from 'prosemirror-model';
import type { EditorView, ViewMutationRecord } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { number, t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { isOwnAddress, isWebAddress } from '../../../blocks/link-address.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { Uploads } from '../paste/uploads.ts';
import { apart } from '../saving/undo.ts';
import { ChosenView } from './atom-view.ts';
import { captionField } from './caption-field.ts';
import { MEDIA_ACT, type MediaAct, WIDTH_MAX, WIDTH_MIN } from './media-items.ts';

const STEP = 16;

export class MediaView extends ChosenView {
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #names: NameCache;
  readonly #uploads: Uploads;
  readonly #caption: HTMLInputElement;
  readonly #forget: () => void;
  #isMissing = false;
  #node: Node;
  /** what the width is of: the picture or the film */
  #sized: HTMLImageElement | HTMLVideoElement | null = null;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    { names, uploads }: { names: NameCache; uploads: Uploads },
  ) {
    super(el('figure', { class: `block-${node.type.name} media` }));
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#names = names;
    this.#uploads = uploads;
    this.#caption = captionField(view, (caption) => this.#set('caption', caption));
    this.#forget = names.watch(() => this.#isMissing && this.#show());
    this.dom.addEventListener(MEDIA_ACT, (event) => {
      this.#act((event as CustomEvent<MediaAct>).detail).catch(failed);
    });
    this.#show();
  }

  destroy(): void {
    this.#forget();
  }

  override selectNode(): void {
    super.selectNode();
    this.#offer().catch(failed);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.sameMarkup(this.#node);
    this.#node = node;
    if (!isSame) this.#show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && Boolean(event.target.closest('input, button, [role="slider"], a'));
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection';
  }

  #set(name: string, value: unknown): void {
    const at = this.#position();
    if (at !== undefined) this.#view.dispatch(apart(this.#view.state.tr.setNodeAttribute(at, name, value)));
  }

  /** What somebody chose in the menu of the block, or in the bar over the picture. */
  async #act(act: MediaAct, anchor: HTMLElement = this.dom): Promise<void> {
    const { actOnMedia } = await import('../block-controls/media-actions.ts');
    actOnMedia(act, anchor, {
      view: this.#view,
      position: this.#position,
      attrs: this.#node.attrs,
      caption: this.#caption,
      uploads: this.#uploads,
      source: this.#source(),
      width: this.#width(),
      resize: (width) => this.#resize(width),
      set: (name, value) => this.#set(name, value),
    });
  }

  /** Puts the bar over the picture; it is loaded with the first one that somebody points at or chooses. */
  async #offer(): Promise<void> {
    const frame = this.#sized?.parentElement;
    if (!frame || this.#node.type.name !== 'image' || !this.#view.editable) return;
    const { mediaTools } = await import('../block-controls/media-tools.ts');
    if (frame.childElementCount < 3)
      frame.append(mediaTools(this.#node.attrs.align, (...given) => this.#act(...given)));
  }

  #source(): { href: string; name: string; isOwn: boolean } | null {
    const { fileId, url, name } = this.#node.attrs;
    const file = fileId ? this.#names.file(fileId) : undefined;
    if (file) return { href: file.href, name: name || file.name, isOwn: true };
    return isWebAddress(url) ? { href: url, name: name || url, isOwn: isOwnAddress(url) } : null;
  }

  #show(): void {
    const { align, caption } = this.#node.attrs;
    const source = this.#source();
    this.#isMissing = !source;
    this.#sized = null;
    this.#caption.value = caption ?? '';
    this.dom.classList.toggle('has-caption', Boolean(caption));
    this.dom.dataset.align = align ?? '';
    const parts: HTMLElement[] = [];
    if (!source) parts.push(el('p', { class: 'file-hidden' }, this.#node.attrs.name || t('editor.file_gone')));
    else if (source.isOwn && this.#node.type.name === 'image') parts.push(this.#picture(source.href));
    else if (source.isOwn && this.#node.type.name === 'video') parts.push(this.#film(source.href));
    else parts.push(player(this.#node.type.name, source));
    this.dom.replaceChildren(...parts, this.#caption);
    if (this.dom.matches(':hover, .ProseMirror-selectednode')) this.#offer().catch(failed);
  }

  #picture(href: string): HTMLElement {
    const { alt, width } = this.#node.attrs;
    const image = el('img', { src: href, alt: alt ?? '', width, loading: 'lazy', draggable: 'false' });
    this.#sized = image;
    const frame = el('div', { class: 'media-frame' }, image, this.#handle());
    frame.addEventListener('pointerenter', () => this.#offer().catch(failed));
    image.addEventListener('dblclick', () => this.#act('open').catch(failed));
    return frame;
  }

  #film(href: string): HTMLElement {
    const film = el('video', { src: href, width: this.#node.attrs.width, controls: '', preload: 'metadata' });
    this.#sized = film;
    return el('div', { class: 'media-frame' }, film, this.#handle());
  }

  /** The edge that changes the width, by pointer and by arrow keys. */
  #handle(): HTMLElement {
    const handle = el('div', {
      class: 'media-handle',
      role: 'slider',
      tabindex: 0,
      'aria-label': t('editor.width'),
      'aria-valuemin': WIDTH_MIN,
      'aria-valuemax': WIDTH_MAX,
      'aria-valuenow': this.#node.attrs.width ?? WIDTH_MAX,
      'aria-valuetext': this.#node.attrs.width ? `${number(this.#node.attrs.width)} px` : t('editor.width_full'),
    });
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
      if (event.key === 'Home') this.#resize(null);
      else if (step) this.#resize(this.#width() + step);
      else return;
      event.preventDefault();
      this.dom.querySelector<HTMLElement>('.media-handle')?.focus();
    });
    handle.addEventListener('pointerdown', (event) => this.#drag(event, handle));
    return handle;
  }

  #width(): number {
    return this.#sized?.getBoundingClientRect().width ?? WIDTH_MIN;
  }

  #resize(width: number | null): void {
    const most = this.dom.parentElement?.clientWidth || WIDTH_MAX;
    this.#set('width', width === null ? null : Math.round(Math.max(WIDTH_MIN, Math.min(width, most))));
  }

  #drag(event: PointerEvent, handle: HTMLElement): void {
    event.preventDefault();
    const [start, startWidth] = [event.clientX, this.#width()];
    const side = document.documentElement.dir === 'rtl' ? -1 : 1;
    const wanted = (at: PointerEvent) => Math.max(WIDTH_MIN, startWidth + side * (at.clientX - start));
    const move = (at: PointerEvent) => {
      if (this.#sized) this.#sized.width = wanted(at);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener(
      'lostpointercapture',
      (at) => {
        handle.removeEventListener('pointermove', move);
        this.#resize(wanted(at as PointerEvent));
      },
      { once: true },
    );
  }
}

function player(kind: string, { href, name, isOwn }: { href: string; name: string; isOwn: boolean }): HTMLElement {
  if (isOwn && kind === 'audio') return el('audio', { src: href, controls: '', preload: 'metadata' });
  const address = isOwn ? `${href}?download=1` : href;
  const link = el('a', { href: address, rel: 'noopener nofollow', target: isOwn ? null : '_blank' }, name);
  return el('div', { class: 'file-card' }, icon(isOwn ? 'paperclip' : 'link'), link);
}
