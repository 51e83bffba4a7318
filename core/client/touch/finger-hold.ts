// A finger takes hold of what it rests on and carries it along: only some browsers drag by touch of their own.

const HOLD_MS = 350;
/** A finger that goes farther before that scrolls. */
const STILL_PX = 10;

export interface HandPoint {
  clientX: number;
  clientY: number;
}

/** What a finger holds: it hears each frame where the finger is, and then whether it is let go there. */
export interface Carried {
  over(at: HandPoint): void;
  drop(at: HandPoint): void;
  /** in any case, at last */
  end(): void;
}

/** `take` answers with what a finger that rests on an element holds by that. */
export function carryByFinger(root: HTMLElement, take: (touched: Element, at: HandPoint) => Carried | null): void {
  let carried: Carried | null = null;
  const still = (event: Event) => carried && event.cancelable && event.preventDefault();
  // There before the finger is: of a listener that comes later some browsers do not hear that nothing scrolls.
  root.addEventListener('touchmove', still, { passive: false });
  root.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches;
      const { target } = event;
      // One that stops what scrolls takes nothing: the browser goes on scrolling by it.
      if (carried || !event.cancelable || !touch || event.touches.length > 1 || !(target instanceof Element)) return;
      follow(target, touch, {
        take: (at) => {
          carried = take(target, at);
          return carried;
        },
        end: () => {
          carried = null;
        },
      });
    },
    { passive: true },
  );
}

interface Hand {
  take(at: HandPoint): Carried | null;
  end(): void;
}

/** From the touch until the finger is lifted; what is touched hears of it also when it is drawn anew elsewhere. */
function follow(target: Element, start: HandPoint, hand: Hand): void {
  let at = start;
  let carried: Carried | null = null;
  let frame = 0;
  const ended = new AbortController();
  const options = { signal: ended.signal, passive: false };
  const roll = () => {
    carried?.over(at);
    frame = requestAnimationFrame(roll);
  };
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    ended.abort();
    carried?.end();
    hand.end();
  };
  const timer = setTimeout(() => {
    carried = hand.take(at);
    if (carried) roll();
    else end();
  }, HOLD_MS);
  const on = (type: string, run: (event: Event) => void, place: EventTarget = target) =>
    place.addEventListener(type, run, place === window ? { ...options, capture: true } : options);
  on('touchmove', (event) => {
    const [touch] = (event as TouchEvent).touches;
    if (!touch || (event as TouchEvent).touches.length > 1) return end();
    at = { clientX: touch.clientX, clientY: touch.clientY };
    if (carried && !event.cancelable) return end();
    if (carried) event.preventDefault();
    else if (Math.hypot(at.clientX - start.clientX, at.clientY - start.clientY) > STILL_PX) end();
  });
  on('touchend', (event) => {
    // No click follows.
    if (carried && event.cancelable) event.preventDefault();
    carried?.drop(at);
    end();
  });
  on('touchcancel', end);
  // Neither a menu nor a drag of the browser's own comes between.
  for (const type of ['contextmenu', 'dragstart'])
    on(
      type,
      (event) => {
        if (!carried) return;
        event.preventDefault();
        event.stopPropagation();
      },
      window,
    );
  on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && end(), window);
}
