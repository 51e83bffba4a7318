// Where a clip goes: a field that finds places by their names, and the values that a database asks for.
import type { ClipTargetOption } from '../../clips/clip-input.ts';
import type { ClipBody, DraftTarget } from './draft.ts';
import { createElement, labelledField } from './elements.ts';
import { translate } from './words.ts';

const NAMES = { workspace: 'workspace_id', page: 'parent_id', collection: 'collection_id' } as const;
const WAIT_MS = 200;

const keyOf = ({ kind, id }: ClipTargetOption): string => `${kind} ${id}`;

/** @param workspace the name of its workspace, where there are several */
const labelOf = ({ icon, title, path, kind }: ClipTargetOption, workspace = ''): string =>
  [
    `${/^custom:/.test(icon) ? '' : icon} ${title || translate('clipper.extension.untitled')}`.trim(),
    ...path.toReversed(),
    kind === 'workspace' ? translate('clipper.extension.workspace') : workspace,
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
  /** the label of each place, by kind and id: no two have the same */
  #labels = new Map<string, string>();
  #workspaces = new Map<number, string>();
  #chosen: ClipTargetOption | undefined;
  #isPlaceholderSet = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (q: string) => Promise<ClipTargetOption[]>) {
    this.#ask = ask;
    this.#input.placeholder = translate('clipper.extension.home');
    this.#input.addEventListener('input', () => this.#typed());
    this.element = createElement(
      'div',
      {},
      labelledField(translate('clipper.extension.target'), this.#input),
      this.#list,
      this.#values,
    );
  }

  /** what an empty field means */
  set placeholder(text: string) {
    this.#input.placeholder = text;
    this.#isPlaceholderSet = true;
  }

  offer(targets: ClipTargetOption[]): void {
    for (const { kind, id, title } of targets) if (kind === 'workspace') this.#workspaces.set(id, title);
    const labels = targets.map((one) => this.#label(one));
    this.#list.replaceChildren(...labels.map((value) => createElement('option', { value })));
    const home = targets.find(({ is_home }) => is_home);
    if (home && !this.#isPlaceholderSet) this.#input.placeholder = this.#label(home);
  }

  /** Two places of the same name and path are numbered. */
  #label(place: ClipTargetOption): string {
    const known = this.#labels.get(keyOf(place));
    if (known) return known;
    const plain = labelOf(place, this.#workspaces.size > 1 ? this.#workspaces.get(place.workspace_id) : '');
    let label = plain;
    for (let n = 2; this.#known.has(label); n++) label = `${plain} (${n})`;
    this.#labels.set(keyOf(place), label);
    this.#known.set(label, place);
    return label;
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

  #field({ id, name, input, options }: NonNullable<ClipTargetOption['properties']>[number]): HTMLElement | undefined {
    const data = { 'data-property': String(id) };
    if (input === 'checkbox') return labelledField(name, createElement('input', { ...data, type: 'checkbox' }));
    if (input === 'select')
      return labelledField(
        name,
        createElement(
          'select',
          data,
          createElement('option', { value: '' }, '–'),
          ...(options ?? []).map((one) => createElement('option', {}, one)),
        ),
      );
    return input === undefined
      ? undefined
      : labelledField(name, createElement('input', { ...data, type: input, step: 'any' }));
  }

  /** A place that was typed and is none is no place: false. */
  get isKnown(): boolean {
    return !this.#input.value.trim() || this.#chosen !== undefined;
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
