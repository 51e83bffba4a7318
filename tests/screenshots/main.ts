// `npm run screenshots`: the pictures of the README, made anew of real content, and those that tests compare screens with.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, openPictureBrowser } from '../kit/browser.ts';
import { acceptedFolder, acceptedPath, compressed, LOOKS, picturesIn, productPictures } from './pictures.ts';
import { openSample } from './sample.ts';
import { SCREENS } from './screens.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };
const target = fileURLToPath(new URL('../../examples/screenshots/', import.meta.url));

/** File, screen, and how it is shown where not wide and light. */
const README: [name: string, screen: string, look?: { dark?: true; phone?: true }][] = [
  ['page-light', 'page'],
  ['page-dark', 'page', { dark: true }],
  ['page-phone', 'page', { phone: true }],
  ['dashboard', 'dashboard'],
  ['dashboard-phone-dark', 'dashboard', { phone: true, dark: true }],
  ['palette', 'palette'],
  ['writing', 'writing'],
  ['import', 'import'],
  ['board', 'board'],
  ['timeline', 'timeline'],
  ['timeline-phone-dark', 'timeline', { phone: true, dark: true }],
];

async function forReadme(): Promise<void> {
  const browser = await openBrowser();
  if (!browser) throw new Error('Pictures need a browser.');
  const sample = await openSample();
  const { context, page } = await browser.visit({ viewport: WIDE, deviceScaleFactor: 2 });
  await context.addCookies(sample.cookies.map((cookie) => ({ ...cookie, url: sample.url })));
  mkdirSync(target, { recursive: true });
  for (const [name, screen, { dark, phone } = {}] of README) {
    const shown = SCREENS.find((one) => one.name === screen);
    if (!shown) throw new Error(`There is no screen ${screen}.`);
    await page.setViewportSize(phone ? PHONE : WIDE);
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await page.goto(sample.url + shown.path(sample), { waitUntil: 'networkidle' });
    await shown.prepare?.(page);
    await page.screenshot({ path: join(target, `${name}.png`) });
  }
  await browser.close();
  await sample.close();
}

/** What the screens look like from here on. */
async function accept(): Promise<void> {
  const browser = await openPictureBrowser();
  if (!browser) throw new Error('Pictures to compare with need the browser of the package.');
  for (const look of LOOKS) {
    rmSync(acceptedFolder(look), { recursive: true, force: true });
    mkdirSync(acceptedFolder(look), { recursive: true });
    for await (const { screen, picture } of picturesIn(browser, look))
      writeFileSync(acceptedPath(screen, look), await compressed(picture));
  }
  await browser.close();
  // Visitors see the product as it is now.
  for (const { accepted, shown } of productPictures) copyFileSync(accepted, shown);
}

const parts = process.argv.slice(2);
if (!parts.length || parts.includes('readme')) await forReadme();
if (!parts.length || parts.includes('accepted')) await accept();
process.exit(0);
