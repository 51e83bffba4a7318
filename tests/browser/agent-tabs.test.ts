// One conversation in two tabs, the panel beside a page with what is typed in it, and the mark of what waits.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { Chat } from '../agent/chat.ts';
import { type ModelServer, modelEnvironment, type Reply, startModel } from '../agent/model-server.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../kit/browser.ts';
import { leave, look } from './frame.ts';

describe('the agent in tabs and panels', async () => {
  let browser: TestBrowser | null;
  let database: TestDatabase;
  let model: ModelServer;
  let t: Awaited<ReturnType<typeof listen>>;
  let page: number;
  before(async () => {
    browser = await openBrowser();
    database = await migratedDatabase('sqlite');
    model = await startModel();
    t = await listen(database, { settings: modelEnvironment(model) });
    const body = { title: 'Quokka', markdown: 'They live on Rottnest.', workspace_id: t.ws1 };
    page = (await t.call('ann', 'POST', '/api/pages', { body })).body.id;
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await model.close();
    await database.cleanup();
  });

  const skip = process.env.BROWSER === 'none';
  async function visit(path: string): Promise<Visit> {
    const made = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    await signIn(made, t, t.session('ann'));
    await made.page.goto(`${t.url}${path}`);
    return made;
  }
  const write = () => ({ name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'They smile.' } });

  for (const [where, isSame] of [
    ['tab', true],
    ['device', false],
  ] as const)
    it(`shows in another ${where} what is asked, answered and decided in one, and nothing twice`, {
      skip,
    }, async () => {
      const chat = await Chat.begin(t, 'ann', { page_id: page });
      const at = await visit(`/agent/${chat.id}`);
      const other = isSame ? null : await visit(`/agent/${chat.id}`);
      const second = other?.page ?? (await at.page.context().newPage());
      if (isSame) await second.goto(`${t.url}/agent/${chat.id}`);
      for (const one of [at.page, second]) await one.getByRole('button', { name: 'Ask', exact: true }).waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      const replies: Reply[] = [{ text: 'I would add a line.', calls: [write()] }, { text: 'It is there.' }];
      model.asked = [];
      model.script = async (_, turn) => {
        if (turn === 0) await promise;
        return replies[turn] ?? {};
      };
      await at.page.getByLabel('Ask something').fill('Write it down');
      await at.page.keyboard.press('Enter');
      // While nothing is answered yet.
      await second.locator('.agent-question', { hasText: 'Write it down' }).waitFor();
      await second.getByRole('button', { name: 'Stop' }).waitFor();
      resolve();
      for (const one of [at.page, second]) {
        await one.getByRole('region', { name: 'Waiting for your decision' }).waitFor();
        assert.equal(await one.locator('.agent-question').count(), 1);
        assert.equal(await one.locator('.agent-answer', { hasText: 'I would add a line.' }).count(), 1);
      }
      await second.getByRole('button', { name: 'Allow once' }).click();
      for (const one of [at.page, second]) {
        await one.getByRole('button', { name: 'Undo this run' }).waitFor();
        assert.equal(await one.getByRole('region', { name: 'Waiting for your decision' }).count(), 0);
        assert.equal(await one.locator('.agent-question').count(), 1);
        assert.equal(await one.locator('.agent-answer', { hasText: 'It is there.' }).count(), 1);
      }
      if (other) await leave(other);
      await leave(at);
    });

  it('opens beside the page from its menu, ready to be typed in, and keeps what was typed', { skip }, async () => {
    const at = await visit(`/pages/${page}`);
    const menu = at.page.locator('.page-menu > summary');
    const frame = at.page.frameLocator('.peek-frame');
    const field = frame.getByLabel('Your question about this page');
    const open = async () => {
      await menu.click();
      await at.page.getByRole('link', { name: 'Ask about this page' }).click();
      await field.waitFor();
      await until(() => field.evaluate((one) => one.ownerDocument.activeElement === one));
    };
    await open();
    assert.equal(new URL(at.page.url()).pathname, `/pages/${page}`);
    await at.page.keyboard.type('What does it');
    await at.page.keyboard.press('Escape');
    await at.page.locator('.peek').waitFor({ state: 'detached' });
    assert.ok(await menu.evaluate((one) => one === document.activeElement));
    await open();
    assert.equal(await field.inputValue(), 'What does it');
    await at.page.keyboard.type(' say?');
    model.asked = [];
    model.script = () => ({ text: 'That they live on Rottnest.' });
    await frame.getByRole('button', { name: 'Ask', exact: true }).click();
    await frame.locator('.agent-answer', { hasText: 'Rottnest' }).waitFor();
    assert.match(model.asked[0]?.messages.at(-1)?.text ?? '', /What does it say\?/);
    await frame.getByLabel('Ask something').fill('And then');
    await at.page.keyboard.press('Escape');
    await at.page.locator('.peek').waitFor({ state: 'detached' });
    await menu.click();
    await at.page.getByRole('link', { name: 'Ask about this page' }).click();
    await until(async () => (await frame.getByLabel('Ask something').inputValue()) === 'And then');
    await leave(at);
  });

  it('says in the list and beside its name what waits for a decision', { skip }, async () => {
    for (const { id, status } of await t.app.database.reader('agent_runs'))
      if (status === 'waiting') await t.call('ann', 'POST', `/api/agent/runs/${id}/stop`);
    const at = await visit('/agent');
    const entry = at.page.locator('.sidebar a[href="/agent"]');
    await until(async () => (await entry.getAttribute('data-unread')) === '');
    model.asked = [];
    model.script = () => ({ calls: [write()] });
    const chat = await Chat.begin(t);
    await chat.say('Write');
    await until(async () => (await entry.getAttribute('data-unread')) === '1');
    assert.equal(await entry.getAttribute('aria-label'), 'Agent: 1 conversation waits for your decision');
    await at.page.reload();
    const [mark] = await at.page.locator('.rows .badge', { hasText: 'Waiting for your decision' }).all();
    assert.equal(await mark?.locator('svg').count(), 1);
    await look(at.page);
    await chat.call('POST', `/api/agent/runs/${chat.runId}/stop`);
    await until(async () => (await entry.getAttribute('data-unread')) === '');
    await leave(at);
  });
});
