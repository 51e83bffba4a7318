// `npm run screenshots`: the pictures of the README, made anew of real content, light and dark, wide and phone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../kit/browser.ts';
import { openSample } from './sample.ts';

interface Look {
  dark?: true;
  phone?: true;
  /** brings the page into the state that the picture shows */
  prepare?: () => Promise<void>;
}

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };
const target = fileURLToPath(new URL('../../examples/screenshots/', import.meta.url));

const browser = await openBrowser();
if (!browser) throw new Error('Pictures need a browser.');
const sample = await openSample();
const { context, page } = await browser.visit({ viewport: WIDE, deviceScaleFactor: 2 });
await context.addCookies(sample.cookies.map((cookie) => ({ ...cookie, url: sample.url })));

async function picture(name: string, path: string, { dark, phone, prepare }: Look = {}): Promise<void> {
  await page.setViewportSize(phone ? PHONE : WIDE);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.goto(`${sample.url}${path}`, { waitUntil: 'networkidle' });
  await prepare?.();
  await page.screenshot({ path: join(target, `${name}.png`) });
}

async function slashMenu(): Promise<void> {
  await page.locator('.article[data-ready="true"] p').last().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.getByRole('listbox').waitFor();
}

async function palette(): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('map');
  await page
    .getByRole('option', { name: /map room/i })
    .first()
    .waitFor();
}

/** A view is drawn once its rows are there. */
const shown = (): Promise<void> => page.locator('.row-card, .timeline-bar').first().waitFor();

mkdirSync(target, { recursive: true });
await picture('page-light', sample.page('Handbook'));
await picture('page-dark', sample.page('Handbook'), { dark: true });
await picture('page-phone', sample.page('Handbook'), { phone: true });
await picture('dashboard', '/');
await picture('dashboard-phone-dark', '/', { phone: true, dark: true });
await picture('palette', sample.page('Reading list'), { prepare: palette });
await picture('writing', sample.page('Workshop'), { prepare: slashMenu });
await picture('import', '/import');
await picture('board', sample.view('board'), { prepare: shown });
await picture('timeline', sample.view('timeline'), { prepare: shown });
await picture('timeline-phone-dark', sample.view('timeline'), { phone: true, dark: true, prepare: shown });
await browser.close();
await sample.close();
process.exit(0);
