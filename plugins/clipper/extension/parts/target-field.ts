// Where a clip goes: a field that finds places by their names, and the values that a database asks for.
import type { Target } from '../../clips/clip-input.ts';
import type { ClipBody, Place } from './draft.ts';
import { el, field } from './elements.ts';
import { t } from './words.ts';

const NAMES = { workspace: 'workspace_id', page: 'parent_id', collection: 'collection_id' } as const;
/** Of these types a value can be typed here. */
const INPUTS: Record<string, string> = {
  text: 'text',
  number: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
  phone: 'tel',
};
const WAIT_MS = 200;

const labelOf = ({ icon, title, path, kind }: Target): string =>
  [
    `${/^custom:/.test(icon) ? '' : icon} ${title || t('clipper.extension.untitled')}`.trim(),
    ...path.toReversed(),
    kind === 'workspace' ? t('clipper.extension.workspace') : '',
  ]
    .filter(Boolean)
    .join(' · ');

export class TargetField {
  readonly element: HTMLElement;
  readonly #input = el('input', { list: 'targets', autocomplete: 'off', spellcheck: 'false' });
  readonly #list = el('datalist', { id: 'targets' });
  readonly #values = el('div', { class: 'values' });
  readonly #ask: (q: string) => Promise<Target[]>;
  #known = new Map<string, Target>();
  #chosen: Target | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (q: string) => Promise<Target[]>, label = t('clipper.extension.target')) {
    this.#ask = ask;
    this.#input.placeholder = t('clipper.extension.home');
    this.#input.addEventListener('input', () => this.#typed());
    this.element = el('div', {}, field(label, this.#input), this.#list, this.#values);
  }

  offer(targets: Target[]): void {
    for (const one of targets) this.#known.set(labelOf(one), one);
    this.#list.replaceChildren(...targets.map((one) => el('option', { value: labelOf(one) })));
    const home = targets.find(({ is_home }) => is_home);
    if (home) this.#input.placeholder = labelOf(home);
  }

  #typed(): void {
    const { value } = this.#input;
    const found = this.#known.get(value);
    if (found !== this.#chosen) this.#choose(found);
    clearTimeout(this.#timer);
    if (!found) this.#timer = setTimeout(() => void this.#ask(value).then((all) => this.offer(all)), WAIT_MS);
  }

  #choose(target: Target | undefined): void {
    this.#chosen = target;
    const fields = (target?.properties ?? []).flatMap((property) => this.#field(property) ?? []);
    this.#values.replaceChildren(...fields);
  }

  #field({ id, name, type, options }: NonNullable<Target['properties']>[number]): HTMLElement | undefined {
    const data = { 'data-property': String(id) };
    if (type === 'checkbox') return field(name, el('input', { ...data, type: 'checkbox' }));
    if (options && /^(select|status)$/.test(type))
      return field(
        name,
        el('select', data, el('option', { value: '' }, '–'), ...options.map((one) => el('option', {}, one))),
      );
    return INPUTS[type] ? field(name, el('input', { ...data, type: INPUTS[type], step: 'any' })) : undefined;
  }

  /** A place that was typed and is none is no place: false. */
  get isKnown(): boolean {
    return !this.#input.value.trim() || this.#chosen !== undefined;
  }

  get chosen(): Target | undefined {
    return this.#chosen;
  }

  focus(): void {
    this.#input.focus();
  }

  /** What the clip says of its place; nothing where it goes home, or where a template says. */
  get place(): Place & Pick<ClipBody, 'values'> {
    if (!this.#chosen) return {};
    const values: Record<string, unknown> = {};
    for (const input of this.#values.querySelectorAll<HTMLInputElement>('[data-property]')) {
      const key = input.dataset.property as string;
      if (input.type === 'checkbox') values[key] = input.checked;
      else if (input.value) values[key] = input.type === 'number' ? Number(input.value) : input.value;
    }
    const isRow = this.#chosen.kind === 'collection' && Object.keys(values).length > 0;
    return { [NAMES[this.#chosen.kind]]: this.#chosen.id, ...(isRow && { values }) };
  }
}
