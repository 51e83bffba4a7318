// Values whose parts are pressed where they stand, as the stars of a rating, without an editor.
import type { Value } from '../../../model.ts';

const hovering = matchMedia('(hover: hover)');

interface Press {
  target: EventTarget | null;
  pointerType?: string;
}

/** What a press on a part sets, null where that is set already; undefined for other presses, and fingers, which need room. */
export function partPressed(press: Press, value: Value): number | null | undefined {
  const { target, pointerType } = press;
  const part = target instanceof Element ? target.closest<HTMLElement>('[data-sets]') : null;
  if (!part || pointerType === 'touch' || !hovering.matches) return undefined;
  const set = Number(part.dataset.sets);
  return set === value ? null : set;
}
