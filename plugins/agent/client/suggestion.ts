// Another text for one that is selected: asked for here, shown here, and written nowhere before somebody takes it.
import type { Passage } from '../../../core/client/assistance-request.ts';
import { el } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { openPopover } from '../../../core/client/popover.ts';
import { send } from '../../../core/client/request.ts';

const PATIENCE_MS = 300_000;
const LANGUAGES = [
  'English',
  'Deutsch',
  'Français',
  'Español',
  'Italiano',
  'Português',
  'Polski',
  'Türkçe',
  '日本語',
  '中文',
];

interface Wish {
  kind: string;
  wish?: string;
  language?: string;
}

/** The panel at the passage, which is gone with the wish when somebody looks elsewhere. */
class SuggestionPanel {
  readonly #passage: Passage;
  readonly #stop = new AbortController();
  readonly #panel = el('div', {
    class: 'agent-suggestion',
    role: 'dialog',
    'aria-label': t('agent.live.suggest.title'),
  });
  readonly #wish = el('input', {
    ...{ type: 'text', maxlength: 2000, autocomplete: 'off' },
    ...{ 'aria-label': t('agent.live.suggest.wish'), placeholder: t('agent.live.suggest.wish') },
  });
  readonly #language = el(
    'select',
    { 'aria-label': t('agent.live.suggest.language') },
    ...LANGUAGES.map((name) => el('option', {}, name)),
  );
  readonly #status = el('p', { class: 'meta', role: 'status' });
  readonly #result = el('div', {
    class: 'agent-words agent-suggested',
    tabindex: 0,
    'aria-label': t('agent.live.suggest.result'),
    role: 'region',
    hidden: true,
  });
  readonly #takes = el('p', { class: 'button-row', hidden: true });

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  open(): void {
    const wish = () => this.#wish.value.trim() || undefined;
    const question = el(
      'form',
      {
        class: 'agent-wish',
        onsubmit: (event: Event) => {
          event.preventDefault();
          if (wish()) void this.#ask({ kind: 'ask', wish: wish() });
          else this.#status.textContent = t('agent.live.suggest.first');
        },
      },
      this.#wish,
      el('button', { type: 'submit', class: 'button' }, t('agent.live.suggest.ask')),
    );
    const kinds = ['rewrite', 'shorten', 'continue'].map((kind) =>
      this.#button(t(`agent.live.suggest.${kind}`), () => this.#ask({ kind, wish: wish() })),
    );
    const translate = this.#button(t('agent.live.suggest.translate'), () =>
      this.#ask({ kind: 'translate', language: this.#language.value }),
    );
    this.#takes.append(
      this.#button(t('agent.live.suggest.replace'), () => this.#take('replace')),
      this.#button(t('agent.live.suggest.append'), () => this.#take('append')),
      this.#button(t('agent.live.suggest.drop'), () => this.#panel.hidePopover()),
    );
    this.#panel.append(
      question,
      el('p', { class: 'button-row' }, ...kinds),
      el('p', { class: 'button-row' }, translate, this.#language),
      ...[this.#status, this.#result, this.#takes],
    );
    void openPopover(this.#passage.anchor, this.#panel, { focus: this.#wish }).then(() => this.#stop.abort());
  }

  #button(label: string, run: () => unknown): HTMLButtonElement {
    return el('button', { type: 'button', class: 'button', onclick: run }, label);
  }

  /** Nothing that somebody else has written meanwhile gives way to what was made of the text before it. */
  async #take(way: 'replace' | 'append'): Promise<void> {
    const passage = this.#passage;
    const isCurrent = way === 'append' || (await passage.isUnchanged());
    if (!isCurrent || !passage.isEditable()) {
      this.#status.textContent = t(`agent.live.suggest.${isCurrent ? 'locked' : 'changed'}`);
      return;
    }
    const text = this.#result.textContent ?? '';
    this.#panel.hidePopover();
    passage[way](text);
  }

  async #ask(wish: Wish): Promise<void> {
    this.#status.textContent = t('agent.live.suggest.working');
    this.#result.hidden = true;
    this.#takes.hidden = true;
    try {
      const { text } = await send<{ text: string }>(
        'POST',
        '/api/agent/suggestions',
        { ...wish, text: this.#passage.text },
        { signal: this.#stop.signal, timeoutMs: PATIENCE_MS },
      );
      this.#result.textContent = text;
      this.#status.textContent = t('agent.live.suggest.result');
      this.#result.hidden = false;
      this.#takes.hidden = false;
      this.#result.focus();
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#status.textContent = (error as Error).message;
    }
  }
}

/** With the first panel, which is the first to need it. */
function addStyle(): void {
  const place = document.querySelector<HTMLElement>('[data-suggestions][data-style]');
  if (!place) return;
  document.head.append(el('link', { rel: 'stylesheet', href: place.dataset.style }));
  delete place.dataset.style;
}

export function suggest(passage: Passage): void {
  addStyle();
  new SuggestionPanel(passage).open();
}
