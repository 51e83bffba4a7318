// The screens that pictures are kept of, and how each is brought into the state that is shown.
import type { Page } from 'playwright-core';
import type { Sample } from './sample.ts';

export interface Screen {
  name: string;
  path(sample: Sample): string;
  /** without an account */
  isVisitor?: true;
  /** all of the page, and not only what a window shows of it */
  isWhole?: true;
  prepare?(page: Page): Promise<void>;
}

const ready = (page: Page): Promise<void> => page.locator('.article[data-ready]').waitFor();

async function slashMenu(page: Page): Promise<void> {
  await ready(page);
  await page.locator('.article p').last().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.getByRole('listbox').waitFor();
}

async function palette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('map');
  await page
    .getByRole('option', { name: /map room/i })
    .first()
    .waitFor();
}

async function shareDialog(page: Page): Promise<void> {
  await ready(page);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

/** The picture of the product is one of these, and a change of it is no change of the page around it. */
const withoutProduct = (page: Page): Promise<void> =>
  page.locator('.product').evaluate((figure: HTMLElement) => {
    figure.style.visibility = 'hidden';
  });

/** A view is drawn once its rows are there. */
const drawn =
  (part: string) =>
  (page: Page): Promise<void> =>
    page.locator(part).first().waitFor();

const at = (path: string) => () => path;
const page = (title: string) => (sample: Sample) => sample.page(title);
const view = (kind: string) => (sample: Sample) => sample.view(kind);

export const SCREENS: Screen[] = [
  { name: 'landing', path: at('/'), isVisitor: true, prepare: withoutProduct },
  { name: 'sign-in', path: at('/auth/login'), isVisitor: true },
  { name: 'register', path: at('/auth/register'), isVisitor: true },
  { name: 'dashboard', path: at('/') },
  { name: 'page', path: page('Handbook'), prepare: ready },
  { name: 'writing', path: page('Workshop'), prepare: slashMenu },
  { name: 'palette', path: page('Reading list'), prepare: palette },
  { name: 'share', path: page('Plan for the year'), prepare: shareDialog },
  { name: 'all-pages', path: at('/local-workspace') },
  { name: 'table', path: view('table'), prepare: drawn('.grid-row, [role="row"]') },
  { name: 'board', path: view('board'), prepare: drawn('.row-card') },
  { name: 'calendar', path: view('calendar') },
  { name: 'gallery', path: view('gallery'), prepare: drawn('.row-card') },
  { name: 'list', path: view('list') },
  { name: 'timeline', path: view('timeline'), prepare: drawn('.timeline-bar') },
  { name: 'chart', path: view('chart') },
  { name: 'form', path: view('form') },
  { name: 'new-database', path: at('/databases/new') },
  { name: 'import', path: at('/import') },
  { name: 'search', path: at('/search?q=map') },
  { name: 'library', path: at('/library?tab=workspace') },
  { name: 'inbox', path: at('/notifications') },
  { name: 'settings', path: at('/settings') },
  { name: 'trash', path: at('/trash') },
  { name: 'design', path: at('/help/design'), isWhole: true },
];
