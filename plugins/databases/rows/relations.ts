// Relations that go both ways: what one side says, the other side says too, and no row lies inside itself.
import type { Property, Value } from '../contract.ts';
import type { Edit, ValueChange } from './row-edit.ts';
import { refuse, rowFault } from './row-errors.ts';

export const idsOf = (value: Value | undefined): number[] => (Array.isArray(value) ? (value as number[]) : []);

const listOf = (ids: number[]): Value => (ids.length ? ids : null);

/** Writes the other side of each relation that has changed. */
export async function linkBack(edit: Edit, steps: ValueChange[]): Promise<void> {
  for (const step of steps) {
    const { property } = step;
    if (property.type !== 'relation' || !property.config.reverse_property_id) continue;
    const there = await edit.schemaThere(property);
    const back = there?.byId.get(property.config.reverse_property_id);
    if (back) await linkStep(edit, step, back);
    if (property.config.sub_items) await refuseCircle(edit, step, back);
  }
}

async function linkStep(edit: Edit, { row, property, before, after }: ValueChange, back: Property): Promise<void> {
  const me = row.stored.page_id;
  const [old, now] = [idsOf(before), idsOf(after)];
  const gone = old.filter((id) => !now.includes(id));
  const added = now.filter((id) => !old.includes(id));
  for (const other of await edit.rows(gone))
    edit.set(other, back, listOf(idsOf(other.values[back.id]).filter((id) => id !== me)));
  for (const other of await edit.rows(added)) {
    const said = idsOf(other.values[back.id]);
    if (said.includes(me)) continue;
    const single = back.config.multiple === false;
    edit.set(other, back, listOf(single ? [me] : [...said, me]));
    // The way back leads to one row only: the one it led to lets go.
    if (!single) continue;
    for (const former of await edit.rows(said))
      edit.set(former, property, listOf(idsOf(former.values[property.id]).filter((id) => id !== other.stored.page_id)));
  }
}

const DEPTH_MAX = 100;

/** Walks up from the row: its parents must end somewhere. */
async function refuseCircle(edit: Edit, { row, property }: ValueChange, back: Property | undefined): Promise<void> {
  const parent = property.config.sub_items === 'parent' ? property : back;
  if (!parent) return;
  const children = property.config.sub_items === 'parent' ? [row] : await edit.rows(idsOf(row.values[property.id]));
  for (const child of children) {
    let [at] = idsOf(child.values[parent.id]);
    for (let depth = 0; at !== undefined; depth++) {
      if (at === child.stored.page_id || depth > DEPTH_MAX)
        return refuse([rowFault(property, 'circle', 'would put a row inside itself, or rows too deep')]);
      const [above] = await edit.rows([at]);
      [at] = idsOf(above?.values[parent.id]);
    }
  }
}
