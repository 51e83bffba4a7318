// Hands on the rows of a table: a mouse in steps of a pixel.
import type { Locator, Page } from 'playwright-core';

export interface Spot {
  x: number;
  y: number;
}

export const middleOf = async (of: Locator): Promise<Spot> => {
  const { x, y, width, height } = (await of.boundingBox()) as Spot & { width: number; height: number };
  return { x: x + width / 2, y: y + height / 2 };
};

/** The line of a row by its title. */
export const rowLine = (page: Page, title: string): Locator =>
  page.locator('.grid-line.row').filter({ has: page.locator('.row-title', { hasText: new RegExp(`^${title}$`) }) });

export const handleOf = (page: Page, title: string): Locator => rowLine(page, title).locator('.row-handle');

/** Titles of the rows that are drawn, from the first to the last. */
export const order = (page: Page): Promise<string> =>
  page.locator('.grid-line.row').evaluateAll((lines) =>
    lines
      .sort((a, b) => Number((a as HTMLElement).dataset.line) - Number((b as HTMLElement).dataset.line))
      .map((line) => line.querySelector('.row-title')?.textContent ?? '')
      .join(''),
  );

/** Takes a row by its dots and brings it to that height; it is not let go yet. */
export async function dragTo(page: Page, title: string, { y }: Pick<Spot, 'y'>): Promise<void> {
  await rowLine(page, title).hover();
  const from = await middleOf(handleOf(page, title));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, y, { steps: Math.ceil(Math.hypot(8, y - from.y)) });
}

/** A finger that rests where it touches, then moves in small steps as the browser of a phone hears of it, and is lifted. */
export async function fingerDrag(page: Page, from: Spot, to: Spot, held: () => Promise<unknown>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  await held();
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4);
  for (let at = 1; at <= steps; at++)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * at) / steps, y: from.y + ((to.y - from.y) * at) / steps },
    ]);
  await touch('touchEnd', []);
  await session.detach();
}
