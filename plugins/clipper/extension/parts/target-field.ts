// Where a clip goes: a field that finds places by their names, and the values that a database asks for.
import type { ClipTargetOption } from '../../clips/clip-input.ts';
import type { ClipBody, DraftTarget } from './draft.ts';
import { createElement, labelledField } from './elements.ts';
import { translate } from './words.ts';

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

const labelOf = ({ icon, title, path, kind }: ClipTargetOption): string =>
  [
    `${/^custom:/.test(icon) ? '' : icon} ${title || translate('clipper.extension.untitled')}`.trim(),
    ...path.toReversed(),
    kind === 'workspace' ? translate('clipper.extension.workspace') : '',
  ]
    .filter(Boolean)
    .join(' · ');

export class TargetField {
  readonly element: HTMLElement;
  readonly #input = createElement('input', { list: 'targets', autocomplete: 'off', spellcheck: 'false' });
  readonly #list = createElement('datalist', { id: 'targets' });
  readonly #values = createElement('div', { class: 'values' });
  readonly #ask: (q: string) => Promise<ClipTargetOption[]>;
  #known = new Map<string, ClipTargetOption>();
  #chosen: ClipTargetOption | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (q: string) => Promise<ClipTargetOption[]>, label = translate('clipper.extension.target')) {
    this.#ask = ask;
    this.#input.placeholder = translate('clipper.extension.home');
    this.#input.addEventListener('input', () => this.#typed());
    this.element = createElement('div', {}, labelledField(label, this.#input), this.#list, this.#values);
  }

  offer(targets: ClipTargetOption[]): void {
    for (const one of targets) this.#known.set(labelOf(one), one);
    this.#list.replaceChildren(...targets.map((one) => createElement('option', { value: labelOf(one) })));
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

  #choose(target: ClipTargetOption | undefined): void {
    this.#chosen = target;
    const fields = (target?.properties ?? []).flatMap((property) => this.#field(property) ?? []);
    this.#values.replaceChildren(...fields);
  }

  #field({ id, name, type, options }: NonNullable<ClipTargetOption['properties']>[number]): HTMLElement | undefined {
    const data = { 'data-property': String(id) };
    if (type === 'checkbox') return labelledField(name, createElement('input', { ...data, type: 'checkbox' }));
    if (options && /^(select|status)$/.test(type))
      return labelledField(
        name,
        createElement(
          'select',
          data,
          createElement('option', { value: '' }, '–'),
          ...options.map((one) => createElement('option', {}, one)),
        ),
      );
    return INPUTS[type]
      ? labelledField(name, createElement('input', { ...data, type: INPUTS[type], step: 'any' }))
      : undefined;
  }

  /** A place that was typed and is none is no place: false. */
  get isKnown(): boolean {
    return !this.#input.value.trim() || this.#chosen !== undefined;
  }

  get chosen(): ClipTargetOption | undefined {
    return this.#chosen;
  }

  focus(): void {
    this.#input.focus();
  }

  /** What the clip says of its place; nothing where it goes home, or where a template says. */
  get place(): DraftTarget & Pick<ClipBody, 'values'> {
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
