// A table of 100,000 rows in a browser: how long its frames take while somebody scrolls, drags, types and filters.
import type { Page } from 'playwright-core';
import { openBrowser } from '../kit/browser.ts';
import { report } from './figures.ts';
import type { Prepared } from './prepare.ts';

/** From one frame to the next; a screen draws sixty in a second. */
const FRAME_MS = 20;
/** Whose browser it is: a cookie, and the token that goes with what it changes. */
type Session = Pick<Prepared, 'cookie' | 'csrf'>;

const FRAMES = 240;
/** Pixels a frame: two screens in a second, and every tenth frame a leap to where no row was read yet. */
const STEP = 36;
const LEAP = 25_000;
const CELLS = 15;

const p95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** Runs in the page: notes each frame until it is asked for them. */
function watch(): void {
  const seen: number[] = [];
  Object.assign(globalThis, { seen });
  let last = performance.now();
  const note = (now: number) => {
    seen.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** The frames since this was called last. */
const taken = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen.splice(0));

async function scroll(page: Page): Promise<number[]> {
  await taken(page);
  await page.locator('.grid').evaluate(
    (grid, [frames, step, leap]) =>
      new Promise<void>((resolve) => {
        let count = 0;
        const go = () => {
          grid.scrollTop += count % 60 === 59 ? leap : step;
          if (++count < frames) requestAnimationFrame(go);
          else resolve();
        };
        requestAnimationFrame(go);
      }),
    [FRAMES, STEP, LEAP] as const,
  );
  const frames = await taken(page);
  await page.waitForFunction(() => !document.querySelector('.grid-body .skeleton'));
  return frames;
}

/** A row at the lower edge, where the table scrolls faster and faster; it is put back at last. */
async function drag(page: Page): Promise<number[]> {
  const grid = page.locator('.grid');
  await grid.evaluate((one) => one.scrollTo(0, 0));
  const handle = page.locator('.grid-line[data-line="1"] .row-handle');
  await handle.waitFor({ state: 'attached' });
  const [from, to] = [await handle.boundingBox(), await grid.boundingBox()];
  if (!from || !to) throw new Error('the table is not in sight');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 16, to.y + to.height - 50, { steps: 20 });
  await taken(page);
  await page.waitForFunction((most) => (globalThis as unknown as { seen: number[] }).seen.length >= most, FRAMES);
  const frames = await taken(page);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames;
}

/** Numbers into one cell below the other. */
async function edit(page: Page): Promise<number[]> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await taken(page);
  for (let line = 0; line < CELLS; line += 1) {
    await page.keyboard.press('7');
    await page.locator('.cell-editor :is(input, textarea)').waitFor();
    await page.keyboard.type(String(line));
    await page.keyboard.press('Enter');
    await page.locator('.cell-editor').waitFor({ state: 'detached' });
  }
  await page.locator('[data-saved="true"]').waitFor();
  return taken(page);
}

async function filter(page: Page): Promise<number[]> {
  await taken(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('option', { name: 'Name', exact: true }).click();
  await panel.getByLabel('Value').fill('Row 99');
  await page.getByText('1,111 rows', { exact: true }).waitFor();
  return taken(page);
}

/** Rows whose names hold `Row 99` are 1,111 of 100,000. Nothing is said where there is no browser. */
export async function reportFrames(address: string, { cookie, csrf }: Session): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  const { context, page, close } = await browser.visit({ viewport: { width: 1280, height: 900 } });
  const url = new URL(address).origin;
  const [name, value] = cookie.split(/=(.*)/s) as [string, string];
  await context.addCookies([
    { name, value, url },
    { name: 'csrf', value: csrf, url },
  ]);
  await page.addInitScript(watch);
  await page.goto(address);
  await page.locator('[data-database][data-ready] .grid-line').first().waitFor();
  for (const [done, act] of Object.entries({ scrolled: scroll, dragged: drag, edited: edit, filtered: filter }))
    report('table', `100,000 rows ${done}, 95 of 100 frames`, p95(await act(page)), FRAME_MS, 'ms', { most: 1 });
  await close();
  await browser.close();
}
