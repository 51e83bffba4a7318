// The properties under the title of a row: a press on a value opens the editor that the table has, or sets a check.
import { el } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { tellPageChange } from '../../../core/client/page-events.ts';
import { send } from '../../../core/client/request.ts';
import type { Collection, Property, Row, Value } from '../model.ts';
import { clientType } from '../schema/types/client-registry.ts';
import { rowDateIn } from '../schema/types/date/row-date.ts';
import { cellContent } from './database/cell.ts';
import { Changes } from './database/edit-queue.ts';
import { edit } from './database/editors/editor-of-type.ts';
import type { EditResult } from './database/editors/editor-panel.ts';
import { partPressed } from './database/editors/pressed-part.ts';
import { Model } from './database/model.ts';
import { isToggled } from './database/property-kinds.ts';
import { requestProperty } from './database/table/property-request.ts';

type Body<T> = T & Record<string, unknown>;

interface Opened {
  model: Model;
  changes: Changes;
}

const FOLD = '.row-empty';

const opened = new WeakMap<HTMLElement, Promise<Opened>>();

const modelOf = ({ dataset }: HTMLElement): Model =>
  new Model(Number(dataset.collection), { isEditable: true, userId: Number(dataset.user) });

async function read(head: HTMLElement): Promise<Opened> {
  const { dataset } = head;
  const model = modelOf(head);
  model.learn(JSON.parse(dataset.names ?? '{}'));
  const [collection, { properties }, row] = await Promise.all([
    send<Body<Collection>>('GET', model.path),
    send<{ properties: Property[] }>('GET', `${model.path}/schema`),
    send<Body<Row>>('GET', `/api/v2/rows/${dataset.row}`),
  ]);
  Object.assign(model, { collection, properties });
  model.put([row]);
  return { model, changes: new Changes(model) };
}

/** Values that are others now, also those that were computed of them. */
function show(head: HTMLElement, model: Model, before: Record<string, Value>, after: Record<string, Value>): void {
  for (const property of model.properties) {
    const place = head.querySelector(`[data-value="${property.id}"]`);
    if (!place || JSON.stringify(before[property.id]) === JSON.stringify(after[property.id])) continue;
    const content = cellContent(model, property, after[property.id]);
    if (isToggled(property)) tick(place, after[property.id] === true);
    place.replaceChildren(...(content.length ? content : nothingIn(property)));
    takePresses(place);
  }
}

/** What it is set by is in sight, where a press sets it. */
function nothingIn(property: Property): HTMLElement[] {
  const offered = clientType(property).offered?.(property);
  return [el('span', { class: offered ? 'hidden' : 'hint' }, t('databases.empty')), ...(offered ? [offered] : [])];
}

/** Its parts act by this module, as its button does. */
function takePresses(place: Element): void {
  const { module, words } = place.parentElement?.querySelector<HTMLElement>('.value-button')?.dataset ?? {};
  for (const part of place.querySelectorAll<HTMLElement>('[data-sets]')) Object.assign(part.dataset, { module, words });
}

const tick = (place: Element, isOn: boolean): void =>
  place.parentElement?.querySelector('[role="checkbox"]')?.setAttribute('aria-checked', String(isOn));

/** As the table makes one; the row shows it once it is told of it. */
async function addProperty(head: HTMLElement, button: HTMLElement): Promise<void> {
  const model = modelOf(head);
  await requestProperty(model, button, undefined, model.load());
}

function open(head: HTMLElement): Promise<Opened> {
  const known = opened.get(head) ?? read(head);
  opened.set(head, known);
  known.catch(() => opened.delete(head));
  return known;
}

/** Where the date is that the row goes by: its time, its repetition and its reminder are set there. */
async function editWhen(head: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const { model } = await open(head);
  const date = rowDateIn(model, Number(head.dataset.row));
  const button = head.querySelector<HTMLElement>(`[data-property="${date?.id}"]`);
  if (!button) {
    // Who may not change the date may still be told of it.
    const { openPageDialog } = await import('./database/panels/page-dialog.ts');
    return openPageDialog({ address: link.href, part: 'row-calendar' });
  }
  button.closest(FOLD)?.setAttribute('open', '');
  await editValue(head, button);
}

export async function act(button: HTMLElement): Promise<void> {
  const head = button.closest<HTMLElement>('.row-properties') as HTMLElement;
  if (button.dataset.do === 'add') await addProperty(head, button);
  else if (button.dataset.do === 'calendar') await editWhen(head, button as HTMLAnchorElement);
  else await editValue(head, button.closest('dd')?.querySelector<HTMLElement>('.value-button') ?? button, button);
}

/** @param pressed the button, or the part of the value that sets it */
async function editValue(head: HTMLElement, button: HTMLElement, pressed = button): Promise<void> {
  const { model, changes } = await open(head);
  const rowId = Number(head.dataset.row);
  const property = model.property(Number(button.dataset.property));
  if (!property) return;
  const line = button.closest('dd') as HTMLElement;
  const before = model.row(rowId)?.values ?? {};
  const value = before[property.id] ?? null;
  const typed = line.querySelector<HTMLElement>('.fault')?.dataset.typed;
  const anchor = line.querySelector<HTMLElement>('[data-value]') ?? line;
  const set = isToggled(property) ? value !== true : partPressed({ target: pressed }, value);
  const result: EditResult | null =
    set !== undefined ? { value: set } : await edit({ model, property, rowId, anchor, value, typed });
  line.querySelector('.fault')?.remove();
  if (!result) return;
  if (result.value !== undefined) {
    const stored = changes.set([{ rowId, propertyId: property.id, value: result.value }]);
    // Seen at once, also while it waits for a connection.
    show(head, model, before, model.row(rowId)?.values ?? {});
    await stored;
  }
  await result.storeRest?.();
  const kept = changes.fault(rowId, property.id);
  const fault = result.unread ?? (kept && { typed: String(kept.typed ?? ''), reason: kept.reason });
  if (fault) line.append(el('p', { class: 'fault', role: 'alert', 'data-typed': fault.typed }, fault.reason));
  const after = model.row(rowId);
  show(head, model, before, after?.values ?? {});
  // The text of the page is saved against its version.
  tellPageChange({ id: rowId, version: after?.sync_version });
  button.focus();
}
