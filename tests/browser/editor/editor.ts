// A page open in the editor, for tests: made with Markdown, typed into, and read back as the server has it.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Block } from '../../../plugins/blocks/block.ts';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { Name, TestApp } from '../../kit/app.ts';
import { listen, openBrowser, settled, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

export type Running = TestApp & { url: string };

export interface Written {
  id: number;
  visit: Visit;
  page: Page;
  text: Locator;
  title: Locator;
}

export interface Desk {
  readonly t: Running;
  readonly browser: TestBrowser;
  make(markdown: string | object[], title?: string): Promise<number>;
  /** opens a page somebody may write and waits for the editor */
  open(id: number, options?: BrowserContextOptions & { who?: Name }): Promise<Written>;
  /** a new page with this text, open, the caret at the end of the text */
  write(markdown: string | object[], options?: BrowserContextOptions): Promise<Written>;
  /** what the server has */
  stored(id: number): Promise<{ title: string; blocks: Block[]; sync_version: number }>;
}

/** How the pages of a desk are: settings of the product, and whether sockets get through. */
interface Surroundings {
  settings?: Record<string, string>;
  sockets?: boolean;
}

/** Runs tests against one product and one browser; skipped where there is no browser. */
export async function withEditor(name: string, body: (desk: Desk) => void, surroundings: Surroundings = {}) {
  const { settings = {}, sockets = true } = surroundings;
  const browser = await openBrowser();
  describe(name, { skip: browser ? false : 'no browser' }, () => {
    let database: TestDatabase;
    let t: Running;
    before(async () => {
      database = await migratedDatabase('sqlite');
      t = await listen(database, { settings });
    });
    after(async () => {
      await browser?.close();
      await t.stop();
      await database.cleanup();
    });
    body(deskOf(browser as TestBrowser, () => t, sockets));
  });
}

function deskOf(browser: TestBrowser, running: () => Running, sockets: boolean): Desk {
  const desk: Desk = {
    browser,
    get t() {
      return running();
    },
    async make(given, title = 'A page') {
      const body = typeof given === 'string' ? { markdown: given } : { blocks: given };
      const made = await running().call('ann', 'POST', '/api/pages', { title, workspace_id: running().ws1, ...body });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    },
    async open(id, { who = 'ann', ...options } = {}) {
      const visit = await browser.visit({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
      if (!sockets) await visit.context.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'));
      await signIn(visit, running(), running().session(who));
      await visit.page.goto(`${running().url}/pages/${id}`);
      return opened(id, visit, visit.page);
    },
    async write(given, options) {
      const written = await desk.open(await desk.make(given), options);
      await written.text.click({ position: { x: 4, y: 4 } });
      await written.page.keyboard.press('Control+End');
      await settled(written.page);
      return written;
    },
    async stored(id) {
      return (await running().call('ann', 'GET', `/api/pages/${id}/content`)).body;
    },
  };
  return desk;
}

export async function opened(id: number, visit: Visit, page: Page): Promise<Written> {
  await page.locator('.article[data-ready]').waitFor();
  const title = page.getByRole('textbox', { name: 'Title' });
  return { id, visit, page, text: page.getByRole('textbox', { name: 'Text of the page' }), title };
}

/** Saves by keyboard and waits until the page says so. */
export async function save({ page }: Pick<Written, 'page'>): Promise<void> {
  // A chosen item of a menu acts once the menu has closed.
  await settled(page);
  await page.keyboard.press('Control+s');
  await page.locator('.save-status[data-state="saved"]').waitFor();
}

/** The blocks as lines: type, indented by level, with text. */
export function outline(blocks: Block[], level = 0): string[] {
  return blocks.flatMap((block) => {
    const text = (block.content ?? []).map((node) => ('text' in node ? node.text : `<${node.type}>`)).join('');
    const code = block.type === 'code' ? String(block.data.text) : '';
    const kind = block.type === 'heading' ? `h${block.data.level}` : block.type;
    return [`${'  '.repeat(level)}${kind}: ${text}${code}`.trimEnd(), ...outline(block.children ?? [], level + 1)];
  });
}

/** Closes the page; nothing may have gone wrong in it, but for what is expected. */
export async function close({ visit }: Pick<Written, 'visit'>, expected = /^$/): Promise<void> {
  await visit.close();
  assert.deepEqual(
    visit.complaints.filter((one) => !expected.test(one)),
    [],
  );
}

/** Puts something on the clipboard as another program would, and pastes it. */
export async function paste({ page }: Pick<Written, 'page'>, data: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const [type, value] of Object.entries(given)) transfer.setData(type, value);
    const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, data);
}
