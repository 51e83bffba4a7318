// Values whose parts are pressed where they stand, as the stars of a rating, without an editor.
import type { Value } from '../../../model.ts';

const hovering = matchMedia('(hover: hover)');

const HELD = 'data-part-cleared';

interface Press {
  target: EventTarget | null;
  pointerType?: string;
}

/** Of how many quick presses the last one was. */
let presses = 1;
addEventListener(
  'click',
  ({ detail }) => {
    presses = detail;
  },
  true,
);

/** What was taken away just now is not shown as what the pointer would set, until that is at another part. */
function holdPreview(part: string | undefined): void {
  const root = document.documentElement;
  root.toggleAttribute(HELD, true);
  const seen = new AbortController();
  const look = ({ target }: Event) => {
    if ((target as Element).closest<HTMLElement>('[data-sets]')?.dataset.sets === part) return;
    root.removeAttribute(HELD);
    seen.abort();
  };
  addEventListener('pointermove', look, { signal: seen.signal });
}

/**
 * What a press on a part sets, null where that is set already, by a press of its own; undefined for other presses, and
 * fingers, which need room.
 */
export function partPressed(press: Press, value: Value): number | null | undefined {
  const { target, pointerType } = press;
  const part = target instanceof Element ? target.closest<HTMLElement>('[data-sets]') : null;
  if (!part || pointerType === 'touch' || !hovering.matches) return undefined;
  const set = Number(part.dataset.sets);
  // The second of two quick presses means the same as the first.
  if (set !== value || presses > 1) return set;
  holdPreview(part.dataset.sets);
  return null;
}
