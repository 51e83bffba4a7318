// Buttons that start automations, in a browser: chosen and pressed in a text, pressed by a reader, and in a row.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { makeDatabase } from '../databases/database.ts';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('buttons of automations', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let parent: number;
  before(async () => {
    frame = await furnishFrame(browser);
    parent = await page({ title: 'Parent' });
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  const page = async (body: object): Promise<number> =>
    (await frame.t.call('ann', 'POST', '/api/pages', { workspace_id: frame.t.ws1, ...body })).body.id;
  const rule = async (more: object): Promise<number> => {
    const body = {
      ...{ workspace_id: frame.t.ws1, name: 'Note it', trigger_type: 'button' },
      actions_json: [{ kind: 'create_page', title: 'Noted by {actor}', parent_id: parent }],
      ...more,
    };
    const made = await frame.t.call('ann', 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const children = async (): Promise<string[]> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${parent}/children`)).body.map(
      ({ title }: { title: string }) => title,
    );
  const blocksOf = async (id: number) => (await frame.t.call('ann', 'GET', `/api/v2/pages/${id}/content`)).body.blocks;

  it('is given its automation in the text by keyboard, and pressed there', async () => {
    const automationId = await rule({});
    const id = await page({ title: 'Notes', blocks: [{ type: 'button', data: { label: 'Note' } }] });
    const visit = await frame.visit('ann', 'Alpha');
    const view = visit.page;
    await view.goto(`${frame.t.url}/pages/${id}`);
    await view.getByText('This button starts nothing yet').waitFor();
    const text = view.getByRole('textbox', { name: 'Text of the page' });
    assert.ok(await text.getByRole('button', { name: 'Note', exact: true }).isDisabled());
    await text.getByRole('button', { name: 'Choose an automation' }).press('Enter');
    await view.getByRole('menuitemcheckbox', { name: 'Note it' }).waitFor();
    assert.deepEqual(await axeFaults(view), []);
    await view.getByRole('menuitemcheckbox', { name: 'Note it' }).press('Enter');
    const button = text.getByRole('button', { name: 'Note', exact: true }).and(view.locator(':enabled'));
    await button.click();
    await view.getByText('Done', { exact: true }).filter({ visible: true }).waitFor();
    assert.deepEqual(await children(), ['Noted by Ann Example']);
    await until(async () => (await blocksOf(id))[0]?.data.automationId === automationId, 'the automation is saved');
    await leave(visit);
  });

  it('is pressed by readers with their own rights, and says why it cannot be', async () => {
    const open = await rule({
      name: 'Told',
      actions_json: [{ kind: 'notify', message: 'Pressed', user_ids: [frame.t.user('ann').id] }],
    });
    const off = await rule({ name: 'Off', enabled: false });
    const button = (label: string, automationId: number) => ({ type: 'button', data: { label, automationId } });
    const id = await page({
      title: 'For readers',
      blocks: [button('Tell', open), button('Rest', off), button('Lost', 999_999)],
    });
    const visit = await frame.visit('vic', 'Alpha', { viewport: { width: 390, height: 800 } });
    const view = visit.page;
    await view.goto(`${frame.t.url}/pages/${id}`);
    await view.getByText('This automation is switched off.').waitFor();
    await view.getByText('This automation no longer exists, or you may not start it.').waitFor();
    for (const name of ['Rest', 'Lost']) assert.ok(await view.getByRole('button', { name }).isDisabled());
    assert.deepEqual(await axeFaults(view), []);
    await view.getByRole('button', { name: 'Tell' }).click();
    await view.getByText('Done', { exact: true }).waitFor();
    const { body } = await frame.t.call('ann', 'GET', '/api/v2/notifications');
    assert.equal(body.filter((one: object) => JSON.stringify(one).includes('Pressed')).length, 1);
    await leave(visit);
  });

  it('is a property of rows, whose settings choose the automation, and a way from the menu of the database', async () => {
    const made = await makeDatabase(frame.t, [{ name: 'Stage', type: 'text' }]);
    await made.row({}, 'one');
    await rule({
      name: 'Win',
      collection_id: made.id,
      actions_json: [{ kind: 'set_property', property_id: made.by.Stage.id, value: 'Won by {actor}' }],
    });
    const visit = await frame.visit('ann', 'Alpha');
    const view = visit.page;
    await view.goto(`${frame.t.url}/pages/${made.pageId}`);
    await view.locator('[data-database][data-ready]').waitFor();
    await view.locator('[data-tool="property"]').click();
    const dialog = view.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Go');
    await dialog.getByRole('option', { name: 'Button', exact: true }).click();
    await dialog.getByLabel('Words on the button').fill('Win it');
    await dialog.getByLabel('Action', { exact: true }).selectOption({ label: 'Start an automation' });
    await dialog.getByLabel('Automation', { exact: true }).selectOption({ label: 'Win' });
    assert.deepEqual(await axeFaults(view), []);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await view.getByText('Win it').click();
    await view.getByRole('gridcell', { name: 'Won by Ann Example' }).waitFor();
    await view.locator('.page-menu summary').click();
    await view.locator('.page-menu').getByRole('link', { name: 'Automations' }).click();
    await view.getByRole('link', { name: 'Win', exact: true }).waitFor();
    assert.equal(await view.getByRole('link', { name: 'Note it' }).count(), 0, 'only those of this database');
    await view.getByRole('link', { name: 'New automation' }).first().click();
    assert.equal(await view.getByLabel('Database').inputValue(), String(made.id));
    await leave(visit);
  });
});
