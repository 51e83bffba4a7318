// Every page that people see: accessible in light and dark, fit for a phone, silent, and safe from hostile titles.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { axeFaults, axeFaultsInBoth } from '../kit/axe.ts';
import { listen, openBrowser, signIn, type Visit } from '../kit/browser.ts';
import { furnish, HOSTILE, type Place, type Places } from './places.ts';

const WIDTHS = [320, 390];

/** One main heading, and none that skips a level. */
async function headingFaults(page: Page): Promise<string[]> {
  const levels = await page
    .locator('main :is(h1,h2,h3,h4,h5,h6)')
    .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])));
  const skips = levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
  const firsts = levels.filter((level) => level === 1).length;
  return firsts !== 1 || skips ? [`headings ${levels.join(' ')}`] : [];
}

async function titleFaults(page: Page, { titles }: Place): Promise<string[]> {
  const faults: string[] = [];
  const strange = await page.locator('script:not([src]), img[src="x"], [onerror]').count();
  if (strange) faults.push(`${strange} elements made of a title`);
  if ((await page.title()) === '1') faults.push('a title ran as a script');
  const shown = `${await page.title()} ${await page.locator('body').textContent()}`;
  const fields = await page.locator('input').evaluateAll((inputs) => inputs.map((one) => one.getAttribute('value')));
  if (titles && !HOSTILE.some((title) => shown.includes(title) || fields.includes(title)))
    faults.push('no title on this page');
  return faults;
}

async function widthFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
    if (excess > 0) faults.push(`${excess} px too wide at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

/** Answers with another page or with text, or belongs to a test of its own. */
const ELSEWHERE = [
  '/docs',
  '/redoc',
  // They lead on to /extensions and /library.
  '/share',
  '/shared',
  // With its token, in the tests of addresses.
  '/auth/confirm/{token}',
  '/auth/logout',
  '/auth/local-verify',
  '/pages/{page_id}.md',
  '/workspaces/{ws_id}/rights.csv',
  '/admin/calls.csv',
  '/admin/health.json',
  '/admin/backups/{backup_id}/download',
  '/admin/sign-on.csv',
  // On the way to a provider and back, in the tests of single sign-on.
  '/admin/sign-on/trial',
  '/auth/oidc/login',
  '/auth/oidc/callback',
  '/auth/oidc/logout',
  '/auth/saml/login',
  '/auth/saml/logout',
  '/auth/sso/continue',
  '/auth/sso/link',
  '/auth/sso/{provider}/reauth',
  '/auth/sso/{provider}/connect',
  // With a forge, in the tests of forges in a browser.
  '/auth/callback',
  '/accounts/forges/{provider}/connect',
  '/forge-workspace',
  '/workspace/projects/new',
  '/workspace/projects/{id}',
  '/exports/{id}/file',
  '/robots.txt',
  '/sitemap.xml',
  '/p/{slug}/sitemap.xml',
  '/p/{slug}/feed.xml',
  '/p/{slug}/files/{file_id}',
];

const browser = await openBrowser();

describe('every page', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  let places: Places;

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database);
    places = await furnish(t);
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await database.cleanup();
  });

  /** Goes through all pages as a visitor and as an administrator; `look` returns what is wrong. */
  async function tour(look: (page: Page, place: Place) => Promise<string[]>) {
    const faults: string[] = [];
    const walk = async (visit: Visit, list: Place[]) => {
      for (const place of list) {
        await visit.page.goto(`${t.url}${place.path}`);
        faults.push(...(await look(visit.page, place)).map((fault) => `${place.path}: ${fault}`));
      }
      const expected = /status of (404|403)/;
      faults.push(...visit.complaints.filter((one) => !expected.test(one)));
      await visit.close();
    };
    const visitor = await browser!.visit();
    const member = await browser!.visit();
    await signIn(member, t, t.session('adm'));
    await Promise.all([walk(visitor, places.visitor), walk(member, places.member)]);
    assert.deepEqual(faults, []);
  }

  it('is on the list that this test walks', () => {
    const listed = [...places.visitor, ...places.member].map(({ path }) => path.replace(/[?#].*/, ''));
    const forgotten = t.app.server
      .table()
      .filter(
        ({ method, settings }) => method === 'get' && (settings.app as { rules?: { html?: boolean } }).rules?.html,
      )
      .map(({ path }) => path)
      .filter((path) => !ELSEWHERE.includes(path))
      .filter((path) => !listed.some((one) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(one)));
    assert.deepEqual(forgotten, []);
  });

  it('is stored by browsers only where nobody is signed in', async () => {
    const kept = async (list: Place[], headers: Record<string, string>) => {
      const answers = list.map(async ({ path }) => {
        const answer = await t.app.server.inject({ url: path.replace(/#.*/, ''), headers });
        const isPage = String(answer.headers['content-type']).startsWith('text/html');
        const isStored = isPage && !/no-store/.test(String(answer.headers['cache-control']));
        return isStored ? [path] : [];
      });
      return (await Promise.all(answers)).flat();
    };
    // Published ones are the same for everybody.
    const published = places.member.map(({ path }) => path).filter((path) => path.startsWith('/p/'));
    assert.deepEqual(await kept(places.member, t.session('adm')), published);
    assert.ok((await kept(places.visitor, {})).includes('/auth/login'));
  });

  it('would be found out', async () => {
    const { page, close } = await browser!.visit();
    const frame = '<iframe title="y" srcdoc="<html lang=en><title>z</title><main><h1>z</h1><img></main>"></iframe>';
    const written = '<div class="article"><h4>chosen by a writer</h4></div>';
    const main = `<main><h1>x</h1>${written}<p style="color: #888">pale</p>${frame}</main>`;
    await page.setContent(`<title>x</title>${main}<p>beside</p>`);
    const rules = (await axeFaults(page)).map((fault) => fault.replace(/:.*/, ''));
    assert.deepEqual(rules, ['color-contrast', 'html-has-lang', 'region', 'image-alt']);
    assert.deepEqual((await axeFaults(page, { exclude: ['p'] })).length, 2);
    assert.match((await axeFaultsInBoth(page))[0] ?? '', /^in the dark: color-contrast: /);
    assert.deepEqual(await axeFaults(page, { rules: ['document-title'] }), []);
    await close();
  });

  it('is accessible in the light and in the dark, orderly, fits a phone, and shows hostile titles as text', async () => {
    await tour(async (page, place) => [
      ...(await axeFaultsInBoth(page)),
      ...(await headingFaults(page)),
      ...(await titleFaults(page, place)),
      ...(await widthFaults(page)),
    ]);
  });
});
