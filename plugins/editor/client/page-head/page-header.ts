// The head of the page: icon, cover, width and size of the text, lock, and the menu that holds them.

import { copyOut } from '../../../../core/client/clipboard.ts';
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { onPageEvent, tellPageChange } from '../../../../core/client/page-events.ts';
import { send } from '../../../../core/client/request.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { coverImage, isDrawing } from '../../../pages/client/contract.ts';
import type { PageData } from '../editor/page-data.ts';
import { openFind } from '../find/find-shortcuts.ts';
import { toggleOutline } from '../outline/outline-toggle.ts';
import type { Uploads } from '../paste/uploads.ts';
import { pickEmoji } from '../slash-menu/emoji-trigger.ts';
import type { headFollower } from './header-updates.ts';

export interface HeadHost {
  page: PageData;
  uploads: Uploads;
  /** something beside the text was saved as this version */
  onRaised(version: number): void;
  /** saves the text, before the page is left */
  save(): Promise<void>;
}

export class Head {
  readonly #host: HeadHost;
  readonly #head: HTMLElement;
  readonly #tools: HTMLElement;
  readonly #article: HTMLElement;

  constructor(head: HTMLElement, article: HTMLElement, host: HeadHost) {
    this.#head = head;
    this.#article = article;
    this.#host = host;
    this.#tools = head.querySelector<HTMLElement>('.page-head-tools') ?? el('div');
    this.#show();
    this.#showMenu();
    this.#follow();
  }

  #follow(): void {
    const { page } = this.#host;
    const show = () => {
      this.#show();
      this.#showSizes();
    };
    let following: Promise<ReturnType<typeof headFollower>> | undefined;
    onPageEvent((event) => {
      if (event && (event.resource !== 'page' || event.id !== page.id)) return;
      following ??= import('./header-updates.ts').then((module) => module.headFollower(this.#head, page, show));
      // Without an answer it stays as it is until the next change.
      following
        .then((hear) => hear(event))
        .catch(() => {
          following = undefined;
        });
    });
  }

  #show(): void {
    const { icon: shown, cover } = this.#host.page;
    this.#showIcon(shown);
    this.#showCover(cover);
    this.#tools.replaceChildren(
      ...(shown ? [] : [tool(t('editor.icon_add'), icon('smile-plus'), (button) => this.#pickIcon(button))]),
      ...(cover
        ? [
            tool(t('editor.cover_change'), icon('image'), (button) => this.#pickCover(button)),
            ...(isDrawing(cover)
              ? []
              : [tool(t('editor.cover_move'), icon('chevrons-up-down'), () => this.#moveCover())]),
            tool(t('editor.cover_remove'), icon('x'), () => this.#setCover('')),
          ]
        : [tool(t('editor.cover_add'), icon('image'), (button) => this.#pickCover(button))]),
    );
  }

  #showIcon(shown: string): void {
    this.#head.querySelector('.page-icon')?.remove();
    if (!shown) return;
    const label = t('editor.icon_change');
    const button = el(
      'button',
      { type: 'button', class: 'page-icon', 'aria-label': label, title: label },
      signOf(shown),
    );
    button.addEventListener('click', () => this.#pickIcon(button));
    this.#head.prepend(button);
  }

  #showCover(cover: string): void {
    const known = document.querySelector<HTMLImageElement>('.page-cover');
    const src = coverImage(cover);
    if (known?.getAttribute('src') === src) return;
    known?.remove();
    if (cover) this.#head.before(el('img', { class: 'page-cover', src, alt: '' }));
  }

  #moveCover(): void {
    const image = document.querySelector<HTMLImageElement>('.page-cover');
    const save = async (cover_position: number) => {
      const url = `/api/pages/${this.#host.page.id}/options`;
      this.#host.onRaised((await send<{ sync_version: number }>('POST', url, { cover_position })).sync_version);
    };
    if (image)
      import('./cover-position.ts')
        .then(({ placeCover }) => placeCover(image, save, () => this.#tools.querySelector('button')?.focus()))
        .catch(failed);
  }

  #pickIcon(anchor: HTMLElement): void {
    pickEmoji(anchor, (sign) => this.#patch({ page_icon: sign }), { isRemovable: this.#host.page.icon !== '' });
  }

  #pickCover(anchor: HTMLElement): void {
    import('./cover-picker.ts')
      .then(({ pickCover }) => pickCover(anchor, (url) => this.#setCover(url), this.#host.uploads))
      .catch(failed);
  }

  #setCover(url: string): void {
    void this.#patch({ cover_url: url });
  }

  /** Shows the change when the server has it. */
  async #patch(change: { page_icon?: string; cover_url?: string }): Promise<void> {
    const { page } = this.#host;
    try {
      const saved = await send<{ sync_version: number }>('PATCH', `/api/v2/pages/${page.id}`, change);
      this.#host.onRaised(saved.sync_version);
      page.icon = change.page_icon ?? page.icon;
      page.cover = change.cover_url ?? page.cover;
      if (change.page_icon !== undefined) tellPageChange({ id: page.id, icon: change.page_icon });
      this.#show();
    } catch (error) {
      failed(error);
    }
  }

  #showSizes(): void {
    const { page } = this.#host;
    this.#head.classList.toggle('wide', page.isWide);
    for (const element of [this.#head, this.#article]) element.classList.toggle('small', page.isSmall);
  }

  /** Whether it is on afterwards. */
  async #switch(option: 'full_width' | 'font_small'): Promise<boolean> {
    const { page } = this.#host;
    const isOn = option === 'full_width' ? !page.isWide : !page.isSmall;
    try {
      const saved = await send<{ sync_version: number }>('POST', `/api/pages/${page.id}/options`, { [option]: isOn });
      this.#host.onRaised(saved.sync_version);
      if (option === 'full_width') page.isWide = isOn;
      else page.isSmall = isOn;
      this.#showSizes();
      return isOn;
    } catch (error) {
      failed(error);
      return !isOn;
    }
  }

  /** Into the menu that the frame has for every page; without a frame into one of its own. */
  #showMenu(): void {
    const { page } = this.#host;
    const items = [
      menuSwitch(t('editor.full_width'), icon('move-horizontal'), page.isWide, () => this.#switch('full_width')),
      menuSwitch(t('editor.small_text'), icon('type'), page.isSmall, () => this.#switch('font_small')),
      menuItem(t('editor.find'), icon('search'), () => openFind(), 'mod+f'),
      menuItem(t('editor.outline'), icon('table-of-contents'), toggleOutline, 'mod+alt+o'),
      menuItem(t('editor.lock'), icon('lock'), () => this.#lock()),
      menuItem(t('editor.copy_link'), icon('link'), () => this.#copyLink()),
    ];
    const menu = document.querySelector<HTMLElement>('.page-menu > .menu');
    // Beside another page there is none: what it holds is one press away, on the page alone.
    if (!menu) return;
    menu.prepend(...items, el('hr'));
    menu.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('button[type="button"]'))
        menu.parentElement?.removeAttribute('open');
    });
  }

  async #lock(): Promise<void> {
    try {
      await this.#host.save();
      await send('POST', `/api/pages/${this.#host.page.id}/lock`, { locked: true });
      location.reload();
    } catch (error) {
      failed(error);
    }
  }

  #copyLink(): Promise<void> {
    return copyOut(`${location.origin}/pages/${this.#host.page.id}`, t('editor.link_copied'));
  }
}

function tool(label: string, picture: SVGElement, run: (button: HTMLElement) => void): HTMLElement {
  const button = el('button', { type: 'button', class: 'button quiet' }, picture, el('span', {}, label));
  button.addEventListener('click', () => run(button));
  return button;
}

function menuItem(label: string, picture: SVGElement, run: () => void, keys?: string): HTMLButtonElement {
  const text = el('span', { class: 'menu-label' }, label);
  const hint = keys ? el('kbd', {}, keysText(keys)) : null;
  return el('button', { type: 'button', class: 'menu-item', onclick: run }, picture, text, hint);
}

/** An item that is on or off, with a tick while it is on. */
function menuSwitch(label: string, picture: SVGElement, isOn: boolean, run: () => Promise<boolean>): HTMLButtonElement {
  const item = menuItem(label, picture, async () => show(await run()));
  const tick = icon('check');
  item.append(tick);
  const show = (on: boolean) => {
    item.setAttribute('aria-pressed', String(on));
    tick.classList.toggle('is-off', !on);
  };
  show(isOn);
  return item;
}
