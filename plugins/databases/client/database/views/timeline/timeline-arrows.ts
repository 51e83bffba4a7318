// Arrows of a timeline: from the end of what comes before to the start of what waits for it.
import type { Row } from '../../../../model.ts';
import { plus } from '../days.ts';
import type { TimelineScale } from './timeline-scale.ts';
import type { DaySpan } from './timeline-span.ts';

const SVG = 'http://www.w3.org/2000/svg';
const STEP = 8;

function shape(name: string, attributes: Record<string, string>, ...children: Element[]): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Between the lines that are drawn; those whose start is before that end are marked. */
export function arrows(
  drawn: ReadonlyMap<number, { row: Row; span: DaySpan | null }>,
  scale: TimelineScale,
  height: number,
  propertyId: number | null | undefined,
): HTMLElement | null {
  if (!propertyId) return null;
  const places = new Map([...drawn].map(([at, { row, span }]) => [row.id, { at, span }]));
  const paths: SVGElement[] = [];
  for (const [at, { row, span }] of drawn) {
    const before = row.values[propertyId];
    if (!span || !Array.isArray(before)) continue;
    for (const id of before) {
      const other = places.get(id as number);
      if (!other?.span) continue;
      const from = { x: scale.at(plus(other.span.last, 1)), y: (other.at + 0.5) * height };
      const to = { x: scale.at(span.first), y: (at + 0.5) * height };
      const isLate = span.first <= other.span.last;
      paths.push(arrow(from, to, isLate, height));
    }
  }
  if (!paths.length) return null;
  const holder = document.createElement('li');
  holder.className = 'timeline-arrows';
  holder.setAttribute('aria-hidden', 'true');
  holder.append(shape('svg', { width: String(scale.days * scale.width), height: '1' }, ...paths));
  return holder;
}

interface Point {
  x: number;
  y: number;
}

/** Out to the side, along between two lines, and in from the side. */
function arrow(from: Point, to: Point, isLate: boolean, height: number): SVGElement {
  const turn = from.x + STEP;
  const between = from.y + (to.y > from.y ? height / 2 : -height / 2);
  const bend = to.x >= turn + STEP ? `H${turn}V${to.y}` : `H${turn}V${between}H${to.x - STEP}V${to.y}`;
  const tip = `M${to.x - 5} ${to.y - 4}L${to.x} ${to.y}L${to.x - 5} ${to.y + 4}`;
  return shape('path', { class: isLate ? 'late' : '', d: `M${from.x} ${from.y}${bend}H${to.x}${tip}` });
}
