// Takes the pictures of all screens in one colour and size, and compares them with those that were accepted.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { settled, type TestBrowser } from '../kit/browser.ts';
import { openSample, SAMPLE_MOMENT, type Sample } from './sample.ts';
import { SCREENS, type Screen } from './screens.ts';

export interface Look {
  colour: 'light' | 'dark';
  size: 'wide' | 'phone';
}

export const LOOKS: Look[] = (['light', 'dark'] as const).flatMap((colour) =>
  (['wide', 'phone'] as const).map((size) => ({ colour, size })),
);

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 780 } };
const folder = fileURLToPath(new URL('./accepted/', import.meta.url));

/** Of one colour and size, e.g. `dark-phone`. */
export const acceptedFolder = ({ colour, size }: Look): string => join(folder, `${colour}-${size}`);

export const acceptedPath = ({ name }: Screen, look: Look): string => join(acceptedFolder(look), `${name}.webp`);

/** The pictures of the product that visitors are shown, and the accepted ones that they are. */
export const productPictures = (['light', 'dark'] as const).map((colour) => ({
  accepted: join(folder, `${colour}-wide`, 'board.webp'),
  shown: fileURLToPath(new URL(`../../plugins/web/client/product-${colour}.webp`, import.meta.url)),
}));

async function pictureOf(page: Page, sample: Sample, { path, isWhole, prepare }: Screen): Promise<Buffer> {
  await page.goto(sample.url + path(sample), { waitUntil: 'networkidle' });
  await prepare?.(page);
  await page.mouse.move(0, 0);
  await settled(page);
  // What was seen lately, and that the last key is saved, is there a moment later: at one time, and not at another.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('nav:has([data-recents]), .save-status')) one.remove();
  });
  return page.screenshot({ fullPage: Boolean(isWhole), animations: 'disabled' });
}

/** Without loss, and small. */
export const compressed = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().webp({ lossless: true, effort: 6 }).toBuffer();

/** Names of icons that are drawn and that browsers do not get. */
const missingIcons = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const drawn = [...document.querySelectorAll('svg.icon use')].map((one) => one.getAttribute('href') ?? '');
    const sprite = await (await fetch(document.documentElement.dataset.icons ?? '')).text();
    const names = new Set(drawn.map((href) => href.slice(href.indexOf('#') + 1)));
    return [...names].filter((name) => !sprite.includes(`id="${name}"`));
  });

export interface TakenPicture {
  screen: Screen;
  /** PNG */
  picture: Buffer;
  missing: string[];
}

/** Each screen as it is now. */
export async function* picturesIn(browser: TestBrowser, { colour, size }: Look): AsyncGenerator<TakenPicture> {
  const sample = await openSample(SAMPLE_MOMENT);
  try {
    for (const isVisitor of [true, false]) {
      const visit = await browser.visit({ viewport: SIZES[size], colorScheme: colour });
      if (!isVisitor) await visit.context.addCookies(sample.cookies.map((cookie) => ({ ...cookie, url: sample.url })));
      await visit.page.clock.setFixedTime(SAMPLE_MOMENT);
      for (const screen of SCREENS.filter((one) => Boolean(one.isVisitor) === isVisitor)) {
        const picture = await pictureOf(visit.page, sample, screen);
        yield { screen, picture, missing: await missingIcons(visit.page) };
      }
      await visit.close();
    }
  } finally {
    await sample.close();
  }
}

/** Edges of letters may be drawn a shade lighter or darker. */
const SHADE = 48;

/** How many dots of two pictures differ; all of them where the sizes do. */
export async function dotsApart(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > SHADE))
      count += 1;
  return count;
}
