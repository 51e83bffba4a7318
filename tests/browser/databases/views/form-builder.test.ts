// Forms where they are made: questions are set, added, ordered and taken out on the form itself, by keyboard as well.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();

describe('the making of a form', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Amount', type: 'number' },
    ]);
  });
  after(() => desk.stop());

  const names = (page: Page) =>
    page.locator('.question-name').evaluateAll((fields) => fields.map((one) => (one as HTMLTextAreaElement).value));

  it('sets questions where they stand, and shows them as they are asked when that is done', async () => {
    const page = await desk.open('ann', await desk.makeView('form'));
    await page.getByRole('button', { name: 'Edit form' }).click();
    await page.locator('.question-name').first().waitFor();
    assert.deepEqual(await names(page), ['Name', 'Stage', 'Amount']);
    const stageAsked = page.locator('.builder-question').nth(1);
    const offered = stageAsked.locator('.question-sketch .choices input[type="radio"]');
    await offered.nth(2).waitFor({ state: 'attached' });
    assert.equal(await offered.count(), 3);
    const sketch = (await stageAsked.locator('.question-sketch').boundingBox()) as DOMRect;
    await page.mouse.click(sketch.x + sketch.width / 2, sketch.y + sketch.height / 2);
    assert.ok(await stageAsked.getByText('Answers are saved in “Stage”').isVisible());
    await page.getByRole('textbox', { name: 'Question: Amount', exact: true }).fill('How much?');
    assert.equal(
      await stageAsked.getByText('Answers are saved in “Stage”').isVisible(),
      false,
      'one is open at a time',
    );
    await page.getByRole('textbox', { name: 'Hint: Amount', exact: true }).fill('Without tax.');
    await page.getByRole('switch', { name: 'Required: Amount' }).check();
    await page.getByRole('group', { name: 'Settings' }).getByText('Thank-you message').waitFor();
    await page.getByRole('button', { name: 'Move Amount up' }).press('Enter');
    await page.getByRole('button', { name: 'Remove Stage from the form' }).press('Enter');
    assert.deepEqual(await names(page), ['Name', 'How much?']);
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('menuitem', { name: 'Stage' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Tell us');
    assert.equal(await page.getByRole('textbox', { name: 'Thank-you message' }).isVisible(), false);
    await page.getByText('Thank-you message').click();
    await page.getByRole('textbox', { name: 'Thank-you message' }).fill('Many thanks.');
    const preview = page.getByRole('link', { name: 'Preview' });
    assert.match((await preview.getAttribute('href')) ?? '', /^\/pages\/\d+\?view=\d+$/);
    await page.getByRole('textbox', { name: 'Open until' }).fill('tomorrow 14:30');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Tell us' }).waitFor();
    await page.getByText(/Open until \d+ \w+ \d{4}, \d\d:30/).waitFor();
    const asked = await page.locator('.form-question > .field > :is(label, legend)').allInnerTexts();
    assert.deepEqual(
      asked.map((one) => one.split(' needs')[0]?.trim()),
      ['Name', 'How much?', 'Stage'],
    );
    assert.ok(await page.getByText('Without tax.').isVisible());
    assert.equal(await page.locator('.view-foot').innerText(), '');
    const stage = page.getByRole('group', { name: 'Stage' });
    const none = stage.getByRole('radio', { name: 'No answer' });
    assert.equal(await none.isVisible(), false);
    await stage.getByText('Won').click();
    assert.ok(await stage.getByRole('radio', { name: 'Won' }).isChecked());
    await none.check();
    assert.equal(await stage.getByRole('radio', { name: 'Won' }).isChecked(), false);
    await desk.close();
  });

  it('opens to whoever has its link by one press, without the rows, and copies that link', async () => {
    const view = await desk.makeView('form');
    const page = await desk.open('ann', view);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset.copied = new URL(text).pathname;
      };
    });
    const publication = async () => (await desk.t.call('ann', 'GET', `/api/v2/pages/${desk.made.pageId}/publish`)).body;
    await page.getByRole('button', { name: 'Edit form' }).click();
    const copy = page.getByRole('button', { name: 'Copy link' });
    await copy.click();
    await page.getByText('Link copied. It works for people who have access here.').waitFor();
    assert.equal(await page.locator('body').getAttribute('data-copied'), `/pages/${desk.made.pageId}`);
    const opened = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().endsWith('/publish'));
    await page.getByRole('radio', { name: 'Anyone with the link' }).check();
    assert.equal((await opened).status(), 200);
    await copy.click();
    await page.getByText('Anyone who has it can answer.').waitFor();
    const path = (await page.locator('body').getAttribute('data-copied')) as string;
    assert.match(path, new RegExp(`^/p/[^/]+/forms/${view}$`));
    const { shows_rows, with_children, form_ids } = await publication();
    assert.deepEqual(
      { shows_rows, with_children, form_ids },
      { shows_rows: false, with_children: false, form_ids: [view] },
    );
    assert.equal((await desk.t.inject('GET', path, { headers: { accept: 'text/html' } })).status, 200);
    const settings = await desk.t.call('ann', 'GET', `/pages/${desk.made.pageId}/publishing`);
    assert.ok(settings.text.includes(`href="${path}"`), 'where it is published its own link stands as well');
    const ended = page.waitForResponse((one) => one.request().method() === 'DELETE');
    await page.getByRole('radio', { name: 'People with access' }).check();
    assert.equal((await ended).status(), 200);
    assert.equal((await publication()).published, false, 'nothing stays open that was opened for the form alone');
    await desk.close();
  });

  it('says why it opens to nobody else where somebody may not publish', async () => {
    const page = await desk.open('edi', await desk.makeView('form'));
    await page.getByRole('button', { name: 'Edit form' }).click();
    await page.getByText('Only an owner of this database can open the form to everyone.').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Anyone with the link' }).isDisabled());
    await desk.close();
  });

  it('begins where the form was added, with the name of its database', async () => {
    const page = await desk.open('ann');
    const { name } = (await desk.t.call('ann', 'GET', `/api/v2/collections/${desk.made.id}`)).body;
    await page.getByRole('button', { name: 'New view' }).click();
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.waitFor();
    assert.equal(await title.inputValue(), name);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name }).last().waitFor();
    await desk.close();
  });

  it('keeps what somebody is answering, and the caret, when somebody else changes the form', async () => {
    const form = { questions: [desk.made.by.Stage, desk.made.by.Amount].map(({ id }) => ({ property_id: id })) };
    const view = await desk.makeView('form', { form });
    const page = await desk.open('ann', view);
    await page.getByText('Won').click();
    await page
      .getByRole('spinbutton', { name: 'Amount' })
      .or(page.getByRole('textbox', { name: 'Amount' }))
      .fill('12');
    const change = { config: { form: { ...form, title: 'Tell us more' } } };
    const { status, text } = await desk.t.call('ann', 'PATCH', `/api/v2/views/${view}`, change);
    assert.equal(status, 200, text);
    await page.getByRole('heading', { name: 'Tell us more' }).waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Won' }).isChecked());
    assert.equal(await page.locator(':focus').inputValue(), '12');
    const fewer = { questions: form.questions.slice(0, 1), title: 'Only this' };
    await desk.t.call('ann', 'PATCH', `/api/v2/views/${view}`, { config: { form: fewer } });
    await page.getByRole('heading', { name: 'Only this' }).waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Won' }).isChecked(), 'the question with the caret is gone');
    await desk.close();
  });

  it('asks once for a property that is made there, however often that was begun', async () => {
    const page = await desk.open('ann', await desk.makeView('form'));
    await page.getByRole('button', { name: 'Edit form' }).click();
    const begin = async () => {
      await page.getByRole('button', { name: 'Add question' }).click();
      await page.getByRole('menuitem', { name: 'Add property' }).click();
      await page.locator('input:focus[aria-label="Name"]').waitFor();
    };
    await begin();
    await page.keyboard.press('Escape');
    await begin();
    await page.keyboard.type('Colour');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Question: Colour' }).waitFor();
    assert.deepEqual(await names(page), ['Name', 'Stage', 'Amount', 'Colour']);
    await desk.close();
  });

  it('is for nobody who may not change the view', async () => {
    const page = await desk.open('vic', await desk.makeView('form', { form: { for_readers: true } }));
    await page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit form' }).count(), 0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Answer at least one question.').waitFor();
    await desk.close(/\/views\/\d+\/answers$/);
  });
});
