// The field of an invitation: people, groups and addresses, found by typing and kept as chips.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { typeInto } from '../../../../core/client/type-ahead/search-text.ts';
import { type Choice, Combobox } from '../../../auth/client/contract.ts';

const WAIT_MS = 150;

/** Addresses in a text that has several, e.g. `Ann <ann@example.org>, bob@example.org`. */
const ADDRESSES = /[^\s,;<>"]+@[^\s,;<>"]+/g;

export interface Candidate extends Choice {
  /** by which they have a role on the page already; null: they have none of their own */
  grant_id: number | null;
  /** that they have on the page, by whatever; null: none, or it is not one person */
  role: string | null;
}

/** What somebody has chosen and typed so far, which outlives that the form is drawn anew. */
export interface InvitationDraft {
  chosen: Candidate[];
  typed: string;
  /** somebody has chosen the role */
  isRoleMeant: boolean;
}

export class InvitationField {
  readonly #form: HTMLFormElement;
  readonly #input: HTMLInputElement;
  readonly #field: Combobox<Candidate>;
  readonly #warning = el('div', { class: 'lowered', role: 'status' });
  #isRoleMeant: boolean;

  constructor(form: HTMLFormElement, draft?: InvitationDraft) {
    this.#form = form;
    this.#isRoleMeant = draft?.isRoleMeant ?? false;
    form.append(this.#warning);
    this.#input = form.elements.namedItem('who') as HTMLInputElement;
    if (draft) this.#input.value = draft.typed;
    // Names are suggested with faces here, and addresses are pasted by the dozen.
    for (const name of ['list', 'maxlength']) this.#input.removeAttribute(name);
    this.#field = new Combobox<Candidate>({
      input: this.#input,
      id: 'share-candidates',
      chosen: draft?.chosen,
      wait: WAIT_MS,
      find: (typed, signal) => this.#find(typed, signal),
      mark: ({ grant_id }) =>
        grant_id === null ? null : el('span', { class: 'badge' }, t('permissions.field.has_access')),
      isOther: (one) => this.#showRole(one),
      onChange: (chosen) => {
        this.#needOne();
        this.#proposeRole(chosen);
      },
      onSend: () => form.requestSubmit(),
    });
    this.#needOne();
    this.#proposeRole(this.#field.chosen);
    this.#role?.addEventListener('change', () => {
      this.#isRoleMeant = true;
      this.#proposeRole(this.#field.chosen);
    });
    this.#input.addEventListener('paste', (event) => this.#paste(event));
    form.addEventListener('formdata', ({ formData }) => {
      const names = [...this.#field.chosen.map(({ typed }) => typed), this.#input.value.trim()];
      formData.delete('who');
      for (const who of names) if (who) formData.append('who', who);
    });
  }

  get draft(): InvitationDraft {
    return { chosen: this.#field.chosen, typed: this.#input.value, isRoleMeant: this.#isRoleMeant };
  }

  find(typed: string): void {
    typeInto(this.#input, typed);
  }

  get #role(): HTMLSelectElement | null {
    return this.#form.querySelector<HTMLSelectElement>('select[name="role"]');
  }

  /** What all of them are already, until somebody chooses a role. */
  #proposeRole(chosen: Candidate[]): void {
    const role = this.#role;
    if (!role) return;
    const [first, ...others] = new Set(chosen.map((one) => one.role));
    const usual = [...role.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '';
    if (!this.#isRoleMeant) role.value = (others.length === 0 && first) || usual;
    this.#warn(role, chosen);
  }

  /** Nobody is given less than they have unawares. */
  #warn({ options, selectedIndex, selectedOptions }: HTMLSelectElement, chosen: Candidate[]): void {
    const ranks = [...options].map(({ value }) => value);
    const lowered = chosen.filter(({ role }) => ranks.indexOf(role ?? '') > selectedIndex);
    const lines = lowered.map(({ name, role }) => {
      const before = options[ranks.indexOf(role ?? '')]?.label ?? '';
      return el('p', {}, t('permissions.field.lowers', { name, before, after: selectedOptions[0]?.label ?? '' }));
    });
    this.#warning.replaceChildren(...lines);
  }

  async #find(typed: string, signal: AbortSignal): Promise<Candidate[]> {
    const path = `${this.#form.dataset.candidates}?q=${encodeURIComponent(typed)}`;
    return (await send<{ candidates: Candidate[] }>('GET', path, undefined, { signal })).candidates;
  }

  #needOne(): void {
    this.#input.required = !this.#field.chosen.length;
  }

  /** Whoever has a role here already is not invited again: theirs is changed where it stands. */
  #showRole({ grant_id }: Candidate): boolean {
    if (grant_id === null) return false;
    const line = document.getElementById(`grant-${grant_id}`);
    const control = line?.querySelector('select') ?? line;
    control?.focus();
    line?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** Several addresses, as programs of mail copy them; a single one is text like any other. */
  #paste(event: ClipboardEvent): void {
    const addresses = event.clipboardData?.getData('text/plain').match(ADDRESSES) ?? [];
    if (addresses.length < 2) return;
    event.preventDefault();
    this.#field.add(
      [...new Set(addresses)].map((typed) => ({
        ...{ kind: 'email', typed, name: typed, about: '', avatar_url: '' },
        ...{ grant_id: null, role: null },
      })),
    );
  }
}
