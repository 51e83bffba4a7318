// Hands on the rows of a table: a mouse in steps of a pixel.
import type { Locator, Page } from 'playwright-core';
import { middleOf, type Spot } from '../fingers.ts';

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
