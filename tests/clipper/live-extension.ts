// The extension in a real Chromium beside the service and a site to clip from, for tests that press its button.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { extensionParts } from '../../plugins/clipper/extension-files.ts';
import { migratedDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';
import {
  type ExtensionBrowser,
  extensionBrowserProgram,
  openExtensionBrowser,
  type Popup,
} from '../kit/extension-browser.ts';
import { BASE } from './device.ts';
import { type Line, openLine, openSite, type Site } from './sites.ts';

/** Said aloud where there is none: its tests are skipped then. */
export function extensionProgram(): string | undefined {
  const program = process.env.BROWSER === 'none' ? undefined : extensionBrowserProgram();
  if (!program)
    console.error(
      'NOT run: the extension in a real Chromium, since no Chromium that loads extensions is here (CHROME_BIN, /usr/bin/chromium).',
    );
  return program;
}

/** What is done in a popup, as scripts. */
export const popupScripts = {
  press: (label: string) =>
    `[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(label)}).click()`,
  has: (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`,
  typeIn: (label: string, text: string) => `{
    const input = document.getElementById([...document.querySelectorAll('label')].find((one) => one.textContent === ${JSON.stringify(label)}).htmlFor);
    input.value = ${JSON.stringify(text)};
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }`,
  isSaved: "document.querySelector('h1').textContent === 'Saved'",
  choose: (kind: string) => `document.querySelector('input[value=${kind}]').click()`,
};
const { press, typeIn } = popupScripts;

interface LiveClip {
  page_id: number;
  clip_type: string;
  source_url: string;
  title: string;
  path: string[];
}

export interface LiveExtension {
  t: TestApp & { url: string };
  site: Site;
  line: Line;
  browser: ExtensionBrowser;
  page: Page;
  clips(): Promise<[LiveClip, ...LiveClip[]]>;
  markdownOf(id: number): Promise<string>;
  badge(): Promise<string>;
  /** on a page of the site, or at a whole address */
  openPopup(path: string): Promise<Popup>;
  /** As a person does it: the address of the service, the code, and the page on which it is allowed. */
  connect(): Promise<void>;
  stop(): Promise<void>;
}

export async function startExtension(program: string): Promise<LiveExtension> {
  const folder = scratchFolder('extension');
  const database = await migratedDatabase('sqlite');
  const t = await listen(database);
  t.outbound.answer = () => ({ status: 404 });
  const [site, line] = [await openSite(), await openLine(Number(new URL(t.url).port))];
  for (const [path, content] of await extensionParts(t.app, 'chromium')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const browser = await openExtensionBrowser(program, folder);
  const page = await browser.context.newPage();
  const openPopup = async (path: string): Promise<Popup> => {
    await page.goto(path.startsWith('/') ? site.url + path : path);
    const popup = await browser.press(page);
    await popup.until("document.querySelector('h1')");
    return popup;
  };
  return {
    ...{ t, site, line, browser, page, openPopup },
    clips: async () => (await t.call('ann', 'GET', `${BASE}/clips`)).body,
    markdownOf: async (id) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text,
    badge: () => browser.inWorker<string>('chrome.action.getBadgeText({})'),
    connect: async () => connectWith(t, browser, line, await openPopup('/light')),
    async stop() {
      await browser.close();
      line.close();
      site.close();
      await t.stop();
      await database.cleanup();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connectWith(t: TestApp, browser: ExtensionBrowser, line: Line, popup: Popup): Promise<void> {
  await popup.evaluate(typeIn('Address of your Commonplace', line.url));
  const opened = browser.context.waitForEvent('page');
  await popup.evaluate(press('Connect'));
  const tab = await opened;
  // The popup closes when the tab opens; nobody is signed in there, so it leads to the login first.
  const code = await browser.inWorker<string>(
    "chrome.storage.local.get(['pairing']).then((kept) => kept.pairing.user_code)",
  );
  await tab.waitForURL(({ href }) => decodeURIComponent(href).includes(`/extensions/connect?code=${code}`));
  assert.match(code, /^[B-Z]{4}-[B-Z]{4}$/);
  const { text } = await t.call('ann', 'GET', `/extensions/connect?code=${code}`);
  assert.ok(text.includes(code) && text.includes('Chrome ('), text.slice(0, 200));
  assert.equal((await t.form('ann', '/extensions/connect', { code, decision: 'allow' })).status, 303);
  await until(() => browser.inWorker("chrome.storage.local.get(['account']).then((kept) => Boolean(kept.account))"));
  await tab.close();
}
