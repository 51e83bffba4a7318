// Values on cards and lines, which are changed where they stand by the editors of the table: also those that are not there yet.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { MenuItem } from '../../../../../core/client/popover.ts';
import { failed, toast } from '../../../../../core/client/toast.ts';
import type { Property, Row } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Changes } from '../edit-queue.ts';
import { edit } from '../editors/editor-of-type.ts';
import { partPressed } from '../editors/pressed-part.ts';
import type { Model } from '../model.ts';
import { isPhone } from '../phone.ts';
import { isToggled } from '../property-kinds.ts';
import { isNothing } from '../value-parts.ts';

/** What is written as text or brought from elsewhere is left to the row. */
const isSetOnCards = (property: Property): boolean =>
  /^(options?|flag|number|date|people)$/.test(clientType(property).compares);

/** Where a tap opens the row, that is where values are changed. */
const isChangedHere = (model: Model, row: Row, property: Property): boolean =>
  isSetOnCards(property) && !isPhone() && model.mayFill(row, property);

/** Of what a view shows, the properties of a row that can be set and have no value yet; a box is there without one. */
export const emptyProperties = (model: Model, row: Row, shown: Property[]): Property[] =>
  shown.filter(
    (one) => isNothing(row.values[one.id]) && !isToggled(one) && isSetOnCards(one) && model.mayFill(row, one),
  );

/** They offer themselves while the card is looked at; where nothing can hover, its menu has them. */
export function emptyOffers(model: Model, row: Row, shown: Property[]): HTMLElement | null {
  const offered = emptyProperties(model, row, shown);
  if (!offered.length || isPhone()) return null;
  return el(
    'p',
    { class: 'card-offers' },
    ...offered.map(({ id, name }) =>
      el('button', { type: 'button', class: 'card-value', tabindex: -1, 'data-property': id }, icon('plus'), name),
    ),
  );
}

/** All that can be set or changed, in the menu of a card, for fingers and keys. */
export const valueItems = (
  model: Model,
  changes: Changes,
  { row, shown, anchor }: { row: Row; shown: Property[]; anchor: HTMLElement },
): MenuItem[] =>
  shown
    .filter((one) => isSetOnCards(one) && model.mayFill(row, one))
    .map((property, at) => ({
      label: t(isNothing(row.values[property.id]) ? 'databases.view.set_value' : 'databases.view.change_value', {
        name: property.name,
      }),
      icon: clientType(property).icon,
      separated: at === 0,
      run: () => void change(model, changes, row, property, anchor).catch(failed),
    }));

/** What a card shows of a value, as a button where it can be changed; by keyboard the row is opened for it. */
export function cardValue(model: Model, row: Row, property: Property, content: (Node | string)[]): (Node | string)[] {
  if (!isChangedHere(model, row, property)) return content;
  const attributes = { type: 'button', class: 'card-value', tabindex: -1, 'data-property': property.id };
  const button = el('button', attributes, ...content);
  if (isToggled(property)) {
    button.role = 'checkbox';
    button.ariaChecked = String(row.values[property.id] === true);
    button.ariaLabel = property.name;
    return [button];
  }
  const said = button.querySelector('[aria-label]')?.ariaLabel ?? button.textContent;
  const named = `${property.name}: `;
  // Stars say by themselves of what they are.
  button.ariaLabel = said ? `${said.startsWith(named) ? '' : named}${said}` : property.name;
  return [button];
}

async function change(
  model: Model,
  changes: Changes,
  row: Row,
  property: Property,
  anchor: HTMLElement,
  press?: MouseEvent,
) {
  const value = row.values[property.id] ?? null;
  const at = { rowId: row.id, propertyId: property.id };
  const set = isToggled(property) ? value !== true : press && partPressed(press, value);
  if (set !== undefined) return changes.set([{ ...at, value: set }]);
  const result = await edit({ model, property, rowId: row.id, anchor, value });
  if (result?.unread) toast(result.unread.reason, { tone: 'danger' });
  if (result?.value === undefined) return;
  await changes.set([{ ...at, value: result.value }]);
  await result.storeRest?.();
}

/** Whichever of its values are buttons, a press changes them. */
export function changeValues(root: HTMLElement, model: Model, changes: Changes): void {
  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('.card-value');
    const row = model.row(Number(button?.closest<HTMLElement>('[data-row]')?.dataset.row));
    const property = model.property(Number(button?.dataset.property));
    if (button && row && property) change(model, changes, row, property, button, event).catch(failed);
  });
}
