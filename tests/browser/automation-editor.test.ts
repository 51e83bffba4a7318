// The editor of rules in a browser: steps and choices are drawn in their place, and nothing is lost on the way.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('the editor of automations', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let collection: { id: number };
  before(async () => {
    frame = await furnishFrame(browser);
    const made = await frame.t.call('ann', 'POST', '/api/v2/collections', {
      body: {
        workspace_id: frame.t.ws1,
        name: 'Tasks',
        properties: [{ name: 'State', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Done' }] } }],
      },
    });
    assert.equal(made.status, 200, made.text);
    collection = made.body;
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  const rules = async () =>
    (await frame.t.call('ann', 'GET', `/api/v2/automations?workspace_id=${frame.t.ws1}`)).body as {
      id: number;
      name: string;
      enabled: boolean;
      condition_json: unknown[];
      actions_json: unknown[];
    }[];

  for (const [name, options] of [
    ['with scripts on a phone', { viewport: { width: 390, height: 780 } }],
    ['without scripts', { javaScriptEnabled: false }],
  ] as const)
    it(`makes a rule ${name}`, async () => {
      const before = (await rules()).length;
      const visit = await frame.visit('ann', 'Alpha', options);
      const { page } = visit;
      const hasScripts = !('javaScriptEnabled' in options);
      await page.goto(`${frame.t.url}/workspace/automations/new`);
      let loads = 0;
      page.on('framenavigated', () => {
        loads += 1;
      });
      await page.getByRole('radio', { name: 'On a schedule' }).check();
      assert.equal(await page.getByLabel('What happens').isVisible(), false);
      assert.equal(await page.getByLabel('Time zone').isVisible(), false, 'before a schedule is chosen');
      await page.getByLabel('How often').selectOption({ label: 'Every week' });
      if (hasScripts) await page.getByText('Every Monday at 9:00 (UTC), then …').waitFor();
      assert.equal(await page.getByLabel('Mon', { exact: true }).isChecked(), true);
      assert.equal(await page.getByLabel('Time zone').isVisible(), true);
      assert.equal(await page.getByLabel('Cron expression').isVisible(), false);
      await page.getByRole('radio', { name: 'When something happens' }).check();
      await page.getByLabel('What happens').selectOption('row.updated');
      await page.getByLabel('In the database').selectOption({ label: 'Tasks' });
      if (!hasScripts) await page.getByRole('button', { name: 'Update' }).click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByLabel('About').first().locator('option', { hasText: 'State' }).waitFor({ state: 'attached' });
      await page.getByLabel('About').first().selectOption({ label: 'State' });
      if (!hasScripts) await page.getByRole('button', { name: 'Update' }).click();
      const value = page.locator('select#value-0');
      await value.waitFor();
      if (hasScripts) assert.deepEqual(await axeFaultsInBoth(page), []);
      await value.selectOption({ label: 'Done' });
      if (hasScripts) await page.getByText('When a row changes in Tasks, if State is “Done”, then …').waitFor();
      await page.getByRole('button', { name: 'Notify people' }).click();
      await page.getByLabel('Message').fill(' is {State}');
      if (hasScripts) {
        await page.getByLabel('Message').press('Home');
        await page.getByRole('button', { name: 'the title of the page' }).click();
        assert.equal(await page.getByLabel('Message').inputValue(), '{title} is {State}');
      }
      const people = page.getByLabel('People', { exact: true });
      if (hasScripts) {
        await people.fill('edi');
        await people.press('Enter');
        await page.getByRole('button', { name: 'Remove Edi Example' }).waitFor();
      } else await people.selectOption({ label: 'Edi Example' });
      await page.getByLabel('Name', { exact: true }).fill('Done is told');
      assert.equal(loads > 0, !hasScripts);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'No runs' }).waitFor();
      await page
        .getByText('When a row changes in Tasks, if State is “Done”, then notify Edi Example, as Ann Example.')
        .waitFor();
      const made = (await rules()).toSorted((a, b) => a.id - b.id).at(-1);
      assert.equal((await rules()).length, before + 1);
      const properties = (await frame.t.call('ann', 'GET', `/api/v2/collections/${collection.id}/properties`)).body;
      const state = properties.find((one: { name: string }) => one.name === 'State');
      const done = state.config.options.find((one: { name: string }) => one.name === 'Done').id;
      assert.deepEqual(made?.condition_json, [{ property_id: state.id, op: 'eq', value: done }]);
      const [told] = (made?.actions_json ?? []) as { message: string }[];
      assert.equal(told?.message, `${hasScripts ? '{title}' : ''} is {p${state.id}}`.trim());
      await page.goto(`${frame.t.url}/workspace/automations/${made?.id}`);
      assert.match(await page.getByLabel('Message').inputValue(), /is \{State\}$/);
      await page.getByRole('switch', { name: 'Switched on' }).uncheck();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'No runs' }).waitFor();
      assert.equal((await rules()).find(({ id }) => id === made?.id)?.enabled, false);
      await leave(visit);
    });

  it('keeps what is typed while the answer to a choice is on its way', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspace/automations/new?trigger=event&collection_id=${collection.id}`);
    await page.getByLabel('What happens').selectOption('row.updated');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('About').first().selectOption({ label: 'Title' });
    await page.locator('#op-0 option[value="contains"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('#subject-1').count(), 0, 'nobody asked for another one');
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/workspace/automations/draft');
    await page.route('**/workspace/automations/draft', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Comparison').first().selectOption('contains');
    await asked;
    await page.locator('#value-0').pressSequentially('urgent');
    await page.locator('#value-0').press('ArrowLeft');
    const answered = page.waitForResponse('**/workspace/automations/draft');
    held.resolve();
    await answered;
    await page.locator('.automation-editor:not([aria-busy])').waitFor();
    await page.keyboard.type('!');
    assert.equal(await page.locator('#value-0').inputValue(), 'urgen!t');
    await page.unroute('**/workspace/automations/draft');
    await page.getByRole('button', { name: 'Make a page' }).click();
    await page.getByLabel('Where', { exact: true }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Urgent');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1. make a page, Where: is missing').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('A page');
    await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Row of Tasks' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'No runs' }).waitFor();
    const made = (await rules()).find(({ name }) => name === 'Urgent');
    assert.deepEqual(
      made?.condition_json.map((one) => (one as { value: unknown }).value),
      ['urgen!t'],
    );
    visit.complaints.length = 0;
    await leave(visit);
  });

  it('takes a condition out at once, and what is typed meanwhile stays with its own', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspace/automations/new?trigger=event&collection_id=${collection.id}`);
    for (const row of [0, 1, 2]) {
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.locator(`#subject-${row}`).selectOption({ label: 'Title' });
      await page.locator('.automation-editor:not([aria-busy])').waitFor();
      await page.locator(`#value-${row}`).fill(`word ${row}`);
    }
    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/workspace/automations/draft');
    await page.route('**/workspace/automations/draft', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel('Remove: Condition 1').check({ force: true });
    await asked;
    await page.locator('#value-1').press('End');
    await page.keyboard.type('!');
    held.resolve();
    await page.locator('#subject-2').waitFor({ state: 'detached' });
    await page.keyboard.type('?');
    assert.deepEqual(
      await page
        .locator('[id^="value-"]')
        .evaluateAll((fields) => fields.map((one) => (one as HTMLInputElement).value)),
      ['word 1!?', 'word 2'],
    );
    await leave(visit);
  });

  it('shows on a phone what each clause of a run came to, without scrolling sideways', async () => {
    const { t } = frame;
    await t.app.events.run();
    const made = await t.call('ann', 'POST', '/api/v2/automations', {
      body: {
        ...{ workspace_id: t.ws1, name: 'Phone', event: 'row.updated', collection_id: collection.id },
        condition_json: [{ field: 'title', op: 'contains', value: 'a rather long text that nobody has written' }],
        actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
      },
    });
    const row = await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/rows`, { body: { title: 'Short' } });
    const changed = await t.call('ann', 'PATCH', `/api/v2/rows/${row.body.id}`, { body: { title: 'Other' } });
    assert.equal(changed.status, 200, changed.text);
    await t.app.events.run();
    const [run] = (await t.call('ann', 'GET', `/api/v2/automations/${made.body.id}/runs`)).body;
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    await page.goto(`${t.url}/workspace/automations/${made.body.id}/runs/${run.id}`);
    const table = page.getByRole('table').first();
    for (const name of [/Other/, /not met/]) {
      const box = await table.getByRole('cell', { name }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    }
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await leave(visit);
  });

  it('goes on by a new page where a step cannot be drawn', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspace/automations/new`);
    let refusals = 0;
    await page.route('**/workspace/automations/draft', (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      refusals += 1;
      return route.abort();
    });
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await loaded;
    await page.getByLabel('About').first().waitFor();
    assert.equal(refusals, 1);
    visit.complaints.length = 0;
    await leave(visit);
  });
});
