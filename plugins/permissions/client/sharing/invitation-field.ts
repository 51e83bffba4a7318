// The field of an invitation: people, groups and addresses, found by typing and kept as chips (combobox with a listbox, WAI-ARIA).
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { ADDRESSES, type Candidate, candidateElement, chipElement } from './candidate-elements.ts';

const LIST = 'share-candidates';
const WAIT_MS = 150;

/** What somebody has chosen and typed so far, which outlives that the form is drawn anew. */
export interface InvitationDraft {
  chosen: Candidate[];
  typed: string;
}

export class InvitationField {
  readonly #form: HTMLFormElement;
  readonly #input: HTMLInputElement;
  readonly #list = el('div', { id: LIST, role: 'listbox', class: 'panel', 'aria-label': t('permissions.field.list') });
  readonly #status = el('span', { class: 'hidden', role: 'status' });
  #chosen: Candidate[];
  #found: Candidate[] = [];
  #at = 0;
  /** what is listed belongs to other words than those in the field */
  #isStale = true;
  #asked = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: HTMLFormElement, draft?: InvitationDraft) {
    this.#form = form;
    this.#input = form.elements.namedItem('who') as HTMLInputElement;
    this.#chosen = [...(draft?.chosen ?? [])];
    if (draft) this.#input.value = draft.typed;
    // Names are suggested with faces here, and addresses are pasted by the dozen.
    for (const name of ['list', 'maxlength']) this.#input.removeAttribute(name);
    const combobox = { role: 'combobox', 'aria-controls': LIST, 'aria-autocomplete': 'list', spellcheck: 'false' };
    for (const [name, value] of Object.entries(combobox)) this.#input.setAttribute(name, value);
    this.#input.after(this.#list, this.#status);
    this.#listen();
    this.#close();
    this.#draw();
  }

  get draft(): InvitationDraft {
    return { chosen: this.#chosen, typed: this.#input.value };
  }

  #listen(): void {
    this.#input.addEventListener('input', () => this.#searchSoon());
    this.#input.addEventListener('keydown', (event) => this.#obey(event));
    this.#input.addEventListener('blur', () => {
      this.#close();
      this.#isStale = true;
    });
    this.#input.addEventListener('paste', (event) => this.#paste(event));
    // The focus stays in the field.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role="option"]') : null;
      this.#choose(this.#found[[...this.#list.children].indexOf(option as Element)]);
    });
    this.#form.addEventListener('formdata', ({ formData }) => {
      const names = [...this.#chosen.map(({ typed }) => typed), this.#input.value.trim()];
      formData.delete('who');
      for (const who of names) if (who) formData.append('who', who);
    });
  }

  #searchSoon(): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    this.#asked.abort();
    if (this.#input.value.trim()) this.#timer = setTimeout(() => void this.#search().catch(failed), WAIT_MS);
    else this.#close();
  }

  /** Lists who fits what is typed, without those that are chosen; what came too late is dropped. */
  async #search(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const q = encodeURIComponent(this.#input.value.trim());
    const path = `${this.#form.dataset.candidates}?q=${q}`;
    const answer = await send<{ candidates: Candidate[] }>('GET', path, undefined, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
    });
    if (!answer || signal.aborted) return;
    const taken = new Set(this.#chosen.map(({ typed }) => typed));
    this.#open(answer.candidates.filter(({ typed }) => !taken.has(typed)));
  }

  #open(found: Candidate[]): void {
    this.#isStale = false;
    this.#found = found;
    this.#list.replaceChildren(...found.map((one, at) => candidateElement(one, `${LIST}-${at}`)));
    this.#list.hidden = !found.length;
    this.#input.setAttribute('aria-expanded', String(found.length > 0));
    const { length: count } = found;
    this.#status.textContent = count ? t('permissions.field.found', { count }) : t('permissions.field.none');
    this.#select(0);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#open([]);
    this.#status.textContent = '';
  }

  #select(at: number): void {
    this.#at = at;
    for (const [index, option] of [...this.#list.children].entries())
      option.setAttribute('aria-selected', String(index === at));
    const active = this.#list.children[at];
    active?.scrollIntoView({ block: 'nearest' });
    if (active) this.#input.setAttribute('aria-activedescendant', active.id);
    else this.#input.removeAttribute('aria-activedescendant');
  }

  #obey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { length } = this.#found;
    const typed = this.#input.value.trim();
    const ends = event.key === 'Enter' || ([',', ';'].includes(event.key) && typed.includes('@'));
    if (ends && (typed || length)) void this.#enter().catch(failed);
    else if (event.key === 'ArrowDown' && !length) void this.#search().catch(failed);
    else if (event.key === 'ArrowDown') this.#select((this.#at + 1) % length);
    else if (event.key === 'ArrowUp' && length) this.#select((this.#at - 1 + length) % length);
    else if (event.key === 'Escape' && length) this.#close();
    else if (event.key === 'Backspace' && !this.#input.value && this.#chosen.length)
      this.#remove(this.#chosen.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Takes the suggestion that is marked; what nobody is suggested for is sent as it is, and the service says why not. */
  async #enter(): Promise<void> {
    if (this.#isStale) await this.#search();
    // Other words were typed meanwhile.
    if (this.#isStale) return;
    const marked = this.#found[this.#at];
    if (marked) this.#choose(marked);
    else this.#form.requestSubmit();
  }

  #choose(candidate: Candidate | undefined): void {
    if (!candidate) return;
    if (candidate.grant_id === null) this.#chosen.push(candidate);
    this.#input.value = '';
    this.#input.removeAttribute('aria-invalid');
    this.#close();
    this.#draw();
    if (candidate.grant_id === null) this.#input.focus();
    else this.#showRole(candidate.grant_id);
  }

  /** Whoever has a role here already is not invited again: theirs is changed where it stands. */
  #showRole(grantId: number): void {
    const line = document.getElementById(`grant-${grantId}`);
    const control = line?.querySelector('select') ?? line;
    control?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  }

  #remove(at: number): void {
    this.#chosen.splice(at, 1);
    this.#draw();
    this.#input.focus();
  }

  /** Several addresses, as programs of mail copy them; a single one is text like any other. */
  #paste(event: ClipboardEvent): void {
    const addresses = event.clipboardData?.getData('text/plain').match(ADDRESSES) ?? [];
    if (addresses.length < 2) return;
    event.preventDefault();
    for (const typed of new Set(addresses))
      if (!this.#chosen.some((one) => one.typed === typed))
        this.#chosen.push({ kind: 'email', typed, name: typed, about: '', avatar_url: '', grant_id: null });
    this.#draw();
  }

  #draw(): void {
    const chips = this.#chosen.map((one, at) => chipElement(one, () => this.#remove(at)));
    for (const chip of this.#form.querySelectorAll('.person-chip')) chip.remove();
    this.#input.before(...chips);
    this.#input.required = !chips.length;
  }
}
