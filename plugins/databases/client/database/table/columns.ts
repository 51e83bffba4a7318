// Columns of the table: how wide they are, which stay in sight, and where each begins.
import type { Property } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';

export interface TableColumn {
  property: Property;
  width: number;
  /** from the start of the table, for those that stay in sight; null for the others */
  stuck: number | null;
}

const USUAL = 180;
export const LEAST = 60;
export const MOST = 2000;
/** where the next column is made, behind the last one */
export const ADDING_WIDTH = 40;
const NARROW = 600;

export function tableColumns(model: Model): TableColumn[] {
  const { widths = {}, frozen = 1 } = model.view.config;
  const isNarrow = innerWidth < NARROW;
  let from = 0;
  return model.columns().map((property, at) => {
    const wanted = widths[property.id] ?? clientType(property).width ?? USUAL;
    // On a phone the first column leaves room for the others.
    const width = isNarrow && at === 0 ? Math.min(wanted, 150) : wanted;
    const stuck = at < (isNarrow ? Math.min(frozen, 1) : frozen) ? from : null;
    from += width;
    return { property, width, stuck };
  });
}

export const widthOf = (columns: TableColumn[]): number => columns.reduce((sum, { width }) => sum + width, 0);

/** Puts an element where its column stands. */
export function fit(element: HTMLElement, { width, stuck }: TableColumn): void {
  element.style.width = `${width}px`;
  if (stuck === null) return;
  element.classList.add('stuck');
  element.style.insetInlineStart = `${stuck}px`;
}

/** The order of all columns after one has come to stand before or behind another. */
export function reordered(model: Model, id: number, target: number, isAfter: boolean): number[] {
  const rest = model.columns().flatMap((one) => (one.id === id || one.type === 'title' ? [] : [one.id]));
  const at = rest.indexOf(target);
  const place = at < 0 ? 0 : at + (isAfter ? 1 : 0);
  return rest.toSpliced(place, 0, id);
}

export async function resize(model: Model, id: number, width: number): Promise<void> {
  const settled = Math.min(MOST, Math.max(LEAST, Math.round(width)));
  await model.saveConfig({ widths: { ...model.view.config.widths, [id]: settled } }, { quiet: true });
}
