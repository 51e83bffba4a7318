// The agent in a browser: an answer while it comes, what it wants to do decided and undone, beside a page and on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type ModelServer, modelEnvironment, type Reply, startModel } from '../agent/model-server.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../kit/browser.ts';
import { leave, look } from './frame.ts';

describe('the agent', async () => {
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
  const said = (...replies: Reply[]) => {
    model.asked = [];
    model.script = (_, turn) => replies[turn] ?? { text: 'Done.' };
  };
  async function visit(path: string): Promise<Visit> {
    const made = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    await signIn(made, t, t.session('ann'));
    await made.page.goto(`${t.url}${path}`);
    return made;
  }

  it('answers, asks before it writes, and takes it back', { skip }, async () => {
    const at = await visit('/agent');
    const foreign: string[] = [];
    at.page.on('request', (request) => {
      if (!request.url().startsWith(t.url)) foreign.push(request.url());
    });
    said({ text: 'On **Rottnest**. ![pic](https://evil.example/a.png)' });
    await look(at.page);
    await at.page.getByLabel('Your question').fill('Where do quokkas live?');
    await at.page.keyboard.press('Shift+Enter');
    await at.page.keyboard.press('Enter');
    await at.page.locator('.agent-answer strong').waitFor();
    await look(at.page);
    await at.page.reload();
    await at.page.getByLabel('Ask something').waitFor();
    await at.page.keyboard.press('Tab');
    assert.equal(await at.page.evaluate(() => document.activeElement?.className), 'skip');

    const write = { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'They smile.' } };
    said({ text: 'I would add a line.', calls: [write] }, { text: 'It is there.' });
    await at.page.getByLabel('Ask something').fill('Write it down');
    await at.page.keyboard.press('Enter');
    const card = at.page.getByRole('region', { name: 'Waiting for your decision' });
    await card.locator('ins', { hasText: 'They smile.' }).waitFor();
    await look(at.page);
    await card.getByRole('button', { name: 'Allow once' }).click();
    await at.page.locator('.agent-answer', { hasText: 'It is there.' }).waitFor();
    await at.page.getByRole('button', { name: 'Undo this run' }).click();
    await at.page.locator('.banner', { hasText: 'You undid this run.' }).waitFor();
    assert.doesNotMatch((await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text, /smile/);
    assert.deepEqual(foreign, []);
    await leave(at);
  });

  it('is decided by the keyboard, one thing after the other, and goes on at the next question', { skip }, async () => {
    const at = await visit('/agent');
    const write = (markdown: string) => ({ name: 'update_page', args: { page_id: page, mode: 'append', markdown } });
    said({ calls: [write('One.')] }, { calls: [write('Two.')] }, { text: 'Both are there.' });
    await at.page.getByLabel('Your question').fill('Write both');
    await at.page.getByRole('button', { name: 'Ask', exact: true }).click();
    const focused = () => at.page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    for (const text of ['One.', 'Two.']) {
      await at.page.locator('.agent-approval ins', { hasText: text }).waitFor();
      if (text === 'Two.') {
        await until(async () => /agent-approval/.test((await focused()) ?? ''), 'the focus on what waits next');
        await at.page.keyboard.press('Enter');
      }
      await at.page.locator('.agent-approval button[value=once]').focus();
      await at.page.keyboard.press('Enter');
    }
    await at.page.locator('.agent-answer', { hasText: 'Both are there.' }).waitFor();
    await until(async () => (await focused()) === 'agent-question', 'the focus on the next question');
    await leave(at);
  });

  it('takes a question that is asked while it draws what another tab has done', { skip }, async () => {
    const at = await visit('/agent');
    said({ text: 'The first one.' }, { text: 'The second one.' });
    await at.page.getByLabel('Your question').fill('First');
    await at.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await at.page.locator('.agent-answer.prose', { hasText: 'The first one.' }).waitFor();
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const drawing = Promise.withResolvers<void>();
    await at.page.route(/\/agent\/\d+$/, async (route) => {
      drawing.resolve();
      await held;
      await route.continue();
    });
    await at.page.evaluate(() => new BroadcastChannel('commonplace.agent').postMessage({ conversation: null }));
    await drawing.promise;
    await at.page.getByLabel('Ask something').fill('Second');
    await at.page.keyboard.press('Enter');
    go();
    await at.page.locator('.agent-answer.prose', { hasText: 'The second one.' }).waitFor();
    await leave(at);
  });

  it('stops when it is told to', { skip }, async () => {
    const at = await visit('/agent');
    said({ text: 'Well, this is going to take', fault: 'hang' });
    await at.page.getByLabel('Your question').fill('Take your time');
    await at.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await at.page.getByRole('button', { name: 'Stop' }).click();
    await at.page.locator('.banner', { hasText: 'Stopped.' }).waitFor();
    await at.page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await leave(at);
  });

  it('opens beside the page that is read, by its key', { skip }, async () => {
    const at = await visit(`/pages/${page}`);
    said({ text: 'It says that they live on Rottnest.' });
    const frame = at.page.frameLocator('.peek-frame');
    // The key is obeyed once the tools of the page are there.
    await until(async () => {
      if (!(await at.page.locator('.peek-frame').count())) await at.page.keyboard.press('Alt+a');
      return at.page.locator('.peek-frame').count();
    });
    await frame.getByLabel('Your question about this page').fill('What does it say?');
    await frame.getByRole('button', { name: 'Ask', exact: true }).click();
    await frame.locator('.agent-answer', { hasText: 'Rottnest' }).waitFor();
    assert.match(model.asked[0]?.system ?? '', new RegExp(`page with the id ${page}`));
    await leave(at);
  });

  it('writes into a page while somebody has it open, and takes that back', { skip }, async () => {
    const at = await visit(`/pages/${page}`);
    await at.page.locator('.ProseMirror').waitFor();
    await at.page.locator('.ProseMirror').click();
    await at.page.keyboard.press('Control+End');
    await at.page.keyboard.type(' And here.');
    // To its last sign: what is written after the agent is a change that its undoing leaves alone.
    await until(async () => /And here\./.test((await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text));
    const write = { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'They smile.' } };
    said({ calls: [write] }, { text: 'It is there.' });
    const talk = await t.call('ann', 'POST', '/api/agent/conversations', { body: { page_id: page } });
    const path = `/api/agent/conversations/${talk.body.id}`;
    await t.call('ann', 'POST', `${path}/messages`, { body: { text: 'Write' } });
    const run = async () => (await t.call('ann', 'GET', path)).body.runs[0];
    const { id, actions } = await run();
    const decisions = [{ action_id: actions[0].id, allow: 'once' }];
    await t.call('ann', 'POST', `/api/agent/runs/${id}/decisions`, { body: { decisions } });
    await until(async () => (await run()).status === 'done');
    await at.page.locator('.ProseMirror', { hasText: 'They smile.' }).waitFor();
    const undone = await t.call('ann', 'POST', `/api/agent/runs/${id}/undo`);
    assert.deepEqual([undone.body.undone.length, undone.body.kept], [1, []]);
    await at.page.locator('.ProseMirror', { hasNotText: 'They smile.' }).waitFor();
    await at.page.locator('.ProseMirror', { hasText: 'And here.' }).waitFor();
    await leave(at);
  });

  it('suggests another text for a selected one, which is taken or dropped', { skip }, async () => {
    const body = { title: 'Draft', markdown: 'We was there.', workspace_id: t.ws1 };
    const { id } = (await t.call('ann', 'POST', '/api/pages', { body })).body;
    const at = await visit(`/pages/${id}`);
    const text = async () => (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
    await at.page.locator('.ProseMirror').waitFor();
    const suggest = at.page.locator('.selection-toolbar').getByRole('button', { name: 'Ask the agent' });
    const select = async () => {
      // The bar comes once the editor is there and the pointer has been let go.
      await until(async () => {
        if (!(await suggest.isVisible())) await at.page.locator('.ProseMirror p').first().click({ clickCount: 3 });
        return suggest.isVisible();
      });
      await suggest.click();
    };
    const panel = at.page.getByRole('dialog', { name: 'Ask the agent' });
    said({ text: 'We were **there**.' });
    await select();
    await panel.getByRole('button', { name: 'Rewrite' }).click();
    await panel.getByRole('region', { name: 'Suggestion' }).waitFor();
    await look(at.page);
    assert.match(await text(), /We was there/);
    assert.match(model.asked[0]?.messages[0]?.text ?? '', /We was there\./);
    await panel.getByRole('button', { name: 'Drop' }).click();
    await panel.waitFor({ state: 'detached' });

    said({ text: 'We were **there**.' });
    await select();
    await panel.getByRole('button', { name: 'Rewrite' }).click();
    await panel.getByRole('button', { name: 'Replace the text' }).click();
    await at.page.locator('.ProseMirror strong', { hasText: 'there' }).waitFor();
    await until(
      async () => /^We were \*\*there\*\*\.$/m.test(await text()),
      () => 'the replaced text',
    );

    said({ text: 'It rained.' });
    await select();
    await panel.getByRole('button', { name: 'Continue' }).click();
    await panel.getByRole('button', { name: 'Insert below' }).click();
    await until(
      async () => /We were \*\*there\*\*\.\n\nIt rained\./.test(await text()),
      () => 'the continued text',
    );
    await leave(at);
  });
});
