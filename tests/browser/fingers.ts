// A finger on a screen, as the browser of a phone hears of it.
import type { Locator, Page } from 'playwright-core';

export interface Spot {
  x: number;
  y: number;
}

export const middleOf = async (of: Locator): Promise<Spot> => {
  const { x, y, width, height } = (await of.boundingBox()) as Spot & { width: number; height: number };
  return { x: x + width / 2, y: y + height / 2 };
};

/**
 * A finger that touches, moves in small steps as the browser of a phone hears of it, and is lifted.
 * @param held waits while it rests where it touches; without it the steps follow at once, on a slow machine, too
 */
export async function fingerDrag(page: Page, from: Spot, to: Spot, held?: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4);
  const step = (at: number) =>
    touch('touchMove', [{ x: from.x + ((to.x - from.x) * at) / steps, y: from.y + ((to.y - from.y) * at) / steps }]);
  const start = touch('touchStart', [from]);
  if (held) await start.then(held);
  const moves: Promise<unknown>[] = [start];
  for (let at = 1; at <= steps; at++) {
    moves.push(step(at));
    if (held) await moves.at(-1);
  }
  await Promise.all(moves);
  await touch('touchEnd', []);
  await session.detach();
}
