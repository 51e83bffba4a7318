// Says in one quiet line whether the text is safe, and offers what helps when it is not.
import type { Node } from 'prosemirror-model';
import { copyOut } from '../../../../core/client/clipboard.ts';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { fragmentMarkdown } from '../paste/copy.ts';
import type { SaveState } from './strategy.ts';

export interface StatusHost {
  pageId: number;
  read(): { title: string; doc: Node };
  save(): void;
}

const ICONS: Record<SaveState['name'], () => SVGElement> = {
  saved: () => icon('check'),
  unsaved: () => icon('pencil'),
  saving: () => icon('loader'),
  offline: () => icon('cloud-off'),
  waiting: () => icon('cloud-off'),
  signed_out: () => icon('log-in'),
  other_user: () => icon('user-x'),
  conflict: () => icon('git-compare'),
  outdated: () => icon('refresh-cw'),
  closed: () => icon('lock'),
  refused: () => icon('triangle-alert'),
};

export class SaveStatus {
  readonly #host: StatusHost;
  readonly #text = el('span', { role: 'status' });
  readonly #actions = el('span', { class: 'save-actions' });
  #resolve: () => void = () => {};
  #shown = '';
  readonly #pictures = new Map<SaveState['name'], HTMLElement>();
  readonly #picture = el('span', { class: 'save-picture' });
  readonly #line = el('div', { class: 'save-status' }, this.#picture, this.#text, this.#actions);

  constructor(host: StatusHost, place: HTMLElement) {
    this.#host = host;
    place.append(this.#line);
    this.show({ name: 'saved' });
  }

  /** What is done when somebody wants to choose between two texts. */
  onResolve(resolve: () => void): void {
    this.#resolve = resolve;
  }

  show(state: SaveState): void {
    if (JSON.stringify(state) === this.#shown) return;
    this.#shown = JSON.stringify(state);
    this.#line.dataset.state = state.name;
    this.#draw(state.name);
    const text = statusText(state);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#actions.replaceChildren(...this.#offers(state));
  }

  /** Each picture is put in once: they change all the time while somebody writes, and a new one is drawn twice. */
  #draw(name: SaveState['name']): void {
    let picture = this.#pictures.get(name);
    if (!picture) {
      picture = el('span', {}, ICONS[name]());
      this.#pictures.set(name, picture);
      this.#picture.append(picture);
    }
    for (const one of this.#pictures.values()) one.hidden = one !== picture;
  }

  #offers(state: SaveState): HTMLElement[] {
    const copy = button('editor.copy_text', () => this.#copy());
    const retry = button('editor.try_again', () => this.#host.save());
    const next = encodeURIComponent(`/pages/${this.#host.pageId}`);
    const signIn = el(
      'a',
      { class: 'button quiet', href: `/auth/login?provider=local&next=${next}`, target: '_blank', rel: 'opener' },
      t('editor.sign_in'),
    );
    switch (state.name) {
      case 'offline':
      case 'waiting':
        return [retry];
      case 'signed_out':
      case 'other_user':
        return [signIn];
      case 'conflict':
        return [button('editor.conflict_open', () => this.#resolve())];
      case 'outdated':
        return [button('editor.reload', () => location.reload())];
      case 'refused':
        return [copy, retry];
      default:
        return [];
    }
  }

  async #copy(): Promise<void> {
    const { title, doc } = this.#host.read();
    await copyOut(`# ${title}\n\n${await fragmentMarkdown(doc.content)}`, t('editor.copied'));
  }
}

function button(key: string, run: () => void): HTMLElement {
  return el('button', { type: 'button', class: 'button quiet', onclick: run }, t(key));
}

const REASONS: Record<number, string> = { 403: 'forbidden', 404: 'gone', 413: 'too_large', 423: 'locked' };

/** What the line says. */
export function statusText(state: SaveState): string {
  if (state.name === 'closed') return t(`editor.closed_${REASONS[state.status]}`);
  if (state.name !== 'refused') return t(`editor.save_${state.name}`);
  const reason = REASONS[state.status];
  return reason ? t(`editor.refused_${reason}`) : t('editor.refused_other', { reason: state.message });
}
