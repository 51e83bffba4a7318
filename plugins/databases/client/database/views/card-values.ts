// Options and checks on cards and lines, which are changed where they stand by the editors of the table.
import { el } from '../../../../../core/client/dom.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, Row } from '../../../model.ts';
import type { Changes } from '../edit-queue.ts';
import { edit } from '../editors/editor-of-type.ts';
import type { Model } from '../model.ts';
import { isPhone } from '../phone.ts';
import { isChosen, isToggled } from '../property-kinds.ts';

/** Where a tap opens the row, that is where values are changed. */
const isChangedHere = (model: Model, row: Row, property: Property): boolean =>
  (isChosen(property) || isToggled(property)) && !isPhone() && model.mayFill(row, property);

/** What a card shows of a value, as a button where it can be changed; by keyboard the row is opened for it. */
export function cardValue(model: Model, row: Row, property: Property, content: (Node | string)[]): (Node | string)[] {
  if (!isChangedHere(model, row, property)) return content;
  const attributes = { type: 'button', class: 'card-value', tabindex: -1, 'data-property': property.id };
  const button = el('button', attributes, ...content);
  const said = button.querySelector('[aria-label]')?.ariaLabel ?? button.textContent;
  button.ariaLabel = said ? `${property.name}: ${said}` : property.name;
  return [button];
}

async function change(model: Model, changes: Changes, row: Row, property: Property, anchor: HTMLElement) {
  const value = row.values[property.id] ?? null;
  const at = { rowId: row.id, propertyId: property.id };
  if (isToggled(property)) return changes.set([{ ...at, value: value !== true }]);
  const result = await edit({ model, property, rowId: row.id, anchor, value });
  if (result?.value === undefined) return;
  await changes.set([{ ...at, value: result.value }]);
  await result.storeRest?.();
}

/** Whichever of its values are buttons, a press changes them. */
export function changeValues(root: HTMLElement, model: Model, changes: Changes): void {
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('.card-value');
    const row = model.row(Number(button?.closest<HTMLElement>('[data-row]')?.dataset.row));
    const property = model.property(Number(button?.dataset.property));
    if (button && row && property) change(model, changes, row, property, button).catch(failed);
  });
}
