// Timelines, calendars by the hour, charts, forms, boards with lanes and databases inside pages, by keyboard and pointer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import type { Name } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser, settled } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from './desk.ts';

const browser = await openBrowser();
const PATIENT = { timeout: 30_000 };
const DAY_MS = 86_400_000;
const day = (from: number): string => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);

describe('views of databases', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let t: DatabaseDesk['t'];
  let made: DatabaseDesk['made'];
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Area', type: 'select', config: named('Sales', 'Support') },
      { name: 'Amount', type: 'number' },
      { name: 'Due', type: 'date' },
    ]);
    ({ t, made } = desk);
    const relation = { name: 'Waits for', type: 'relation', config: { collection_id: made.id } };
    await t.call('ann', 'POST', `/api/v2/collections/${made.id}/properties`, relation);
    made = await made.reload();
    const stage = { Stage: made.option('Stage', 'Open'), Area: made.option('Area', 'Sales') };
    const first = await made.row({ ...stage, Amount: 1, Due: { start: day(0), end: day(2), timezone: null } }, 'First');
    await made.row(
      { ...stage, Due: { start: day(4), end: day(6), timezone: null }, 'Waits for': [first.id] },
      'Second',
    );
    await made.row({ Amount: 5 }, 'Third');
  });
  after(() => desk.stop());

  async function open(who: Name, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await desk.visit(who, { viewport: { width: 1280, height: 900 }, timezoneId: 'UTC', ...options });
    await page.goto(`${t.url}${path}`);
    return page;
  }

  async function view(who: Name, id: number): Promise<Page> {
    const page = await open(who, `/pages/${made.pageId}?view=${id}`);
    await page.locator(LIVE).waitFor(PATIENT);
    return page;
  }

  const value = async (title: string, property: string) => {
    const { results: rows } = (await made.query({})).body;
    return rows.find((one: { title: string }) => one.title === title)?.values[made.by[property].id] ?? null;
  };
  /** Waits until the server has it. */
  async function comes(title: string, property: string, wanted: (found: unknown) => boolean): Promise<void> {
    for (const end = Date.now() + PATIENT.timeout; !wanted(await value(title, property)); ) {
      if (Date.now() > end) assert.fail(`${title}: ${property} is ${JSON.stringify(await value(title, property))}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  /** Also of what is being drawn anew. */
  async function boxOf(locator: Locator) {
    for (const end = Date.now() + PATIENT.timeout; Date.now() < end; ) {
      const box = await locator.boundingBox();
      if (box) return box;
    }
    throw new assert.AssertionError({ message: 'there is nothing to pull' });
  }
  const lasts = (start: string, end: string | null) => (found: unknown) => {
    const date = found as { start: string; end: string | null } | null;
    return date?.start === start && date.end === end;
  };
  const looks = async (page: Page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await axeFaults(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  };

  it('move bars of a timeline by key and pointer, with arrows between them', async () => {
    const config = { date_property_id: made.by.Due.id, dependency_property_id: made.by['Waits for'].id };
    const page = await view('edi', await desk.makeView('timeline', config));
    const bar = (title: string) => page.locator(`.timeline-bar[aria-label^="${title},"]`);
    await page.locator('.timeline-arrows path').waitFor({ state: 'attached' });
    await bar('First').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await comes('First', 'Due', lasts(day(1), day(3)));
    await page.locator('.timeline-bar:focus').waitFor();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await comes('First', 'Due', lasts(day(1), day(4)));
    await page.locator('.timeline-arrows .late').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+z');
    await comes('First', 'Due', lasts(day(1), day(3)));
    await page.locator('.timeline-arrows .late').waitFor({ state: 'detached' });
    // What waits until an element keeps still gives up when it is drawn anew.
    await bar('Second').evaluate((one) => one.scrollIntoView({ block: 'center', inline: 'center' }));
    await settled(page);
    const box = await boxOf(bar('Second'));
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + 28, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await comes('Second', 'Due', lasts(day(6), day(8)));
    await page.getByRole('button', { name: 'Put Third on the timeline today' }).click();
    await comes('Third', 'Due', lasts(day(0), null));
    await page.getByRole('button', { name: 'Quarters', exact: true }).click();
    await page.locator('.timeline-head[data-zoom="quarter"]').waitFor();
    await looks(page);
    await desk.close();
  });

  it('name the rows in the bars of a timeline, and say what they are, in its colour', async () => {
    const { Due, Amount } = made.by;
    const page = await view('edi', await desk.makeView('timeline', { date_property_id: Due.id, zoom: 'week' }));
    const bar = (title: string) => page.locator(`.timeline-bar[aria-label^="${title},"]`);
    const tone = (title: string) => bar(title).getAttribute('data-tone');
    const words = bar('Second').locator('.timeline-words');
    assert.equal(await words.textContent(), 'SecondOpen');
    assert.match((await bar('Second').getAttribute('aria-label')) ?? '', /, Open/);
    assert.deepEqual(await Promise.all(['First', 'Third'].map(tone)), ['green', null]);
    const sticksOut = () =>
      words.evaluate(
        (one) => one.getBoundingClientRect().right - (one.parentElement as Element).getBoundingClientRect().right,
      );
    assert.ok((await sticksOut()) <= 0, 'the words go beyond their bar');
    // Where the bar begins before what is in sight, they stand beside the names, and within their bar still.
    await page.locator('.timeline-scroll').evaluate((one) => {
      const left = (part: string) => one.querySelector(part)?.getBoundingClientRect().left ?? 0;
      one.scrollLeft += left('.timeline-bar[aria-label^="Second,"]') - left('.timeline-name') - 240 + 30;
    });
    await settled(page);
    const [name, said] = [await boxOf(page.locator('.timeline-name').first()), await boxOf(words)];
    assert.ok(Math.abs(said.x - name.x - name.width) <= 2, 'the words went out of sight before their bar');
    assert.ok((await sticksOut()) <= 0, 'the words go beyond their bar');
    // Of a bar that is too short they stand behind it.
    await page.getByRole('button', { name: 'Quarters', exact: true }).click();
    await page.locator('.timeline-head[data-zoom="quarter"]').waitFor();
    const short = await boxOf(bar('Second'));
    assert.ok((await boxOf(words)).x >= short.x + short.width - 2, 'the words lie on a bar without room for them');
    await looks(page);
    const rules = [{ filter: { property_id: Amount.id, op: 'equals', value: 5 }, color: 'red' }];
    const ruled = await desk.makeView('timeline', { date_property_id: Due.id, color_rules: rules });
    await page.goto(`${t.url}/pages/${made.pageId}?view=${ruled}`);
    await page.locator('.timeline-bar[data-tone="red"]').waitFor(PATIENT);
    assert.deepEqual(await Promise.all(['First', 'Third'].map(tone)), [null, 'red']);
    await desk.close();
  });

  it('move and lengthen what happens in a week by the hour, whatever the zone', async () => {
    const at = new Date();
    at.setUTCHours(9, 0, 0, 0);
    const end = new Date(at.getTime() + 3_600_000);
    const zoned = { start: `${day(0)}T22:00:00`, end: `${day(0)}T23:00:00`, timezone: 'Asia/Tokyo' };
    await made.row({ Due: { start: at.toISOString(), end: end.toISOString(), timezone: null } }, 'Meeting');
    await made.row({ Due: zoned }, 'Far away');
    const page = await view('edi', await desk.makeView('calendar', { mode: 'day', date_property_id: made.by.Due.id }));
    const meeting = page.locator('.hours-event', { hasText: 'Meeting' });
    await meeting.focus();
    await page.keyboard.press('Alt+ArrowDown');
    const later = (minutes: number, from = at) => new Date(from.getTime() + minutes * 60_000).toISOString();
    await comes('Meeting', 'Due', lasts(later(30), later(30, end)));
    await page.locator('.hours-event:focus').waitFor();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await comes('Meeting', 'Due', lasts(later(30), later(60, end)));
    await page.getByRole('button', { name: 'Week', exact: true }).click();
    await page.locator('.hours-day').nth(6).waitFor();
    // In the hours after midnight those of the morning are out of sight.
    const isUnderPointer = () =>
      meeting.evaluate((one) => {
        one.scrollIntoView({ block: 'center' });
        const { x, y } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + 10, y + 12));
      });
    await until(async () => {
      await settled(page);
      return isUnderPointer();
    });
    const box = await boxOf(meeting);
    await page.mouse.move(box.x + 10, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y + 12 + 44, { steps: 4 });
    await page.mouse.up();
    await comes('Meeting', 'Due', lasts(later(90), later(120, end)));
    await page.getByText('Asia/Tokyo').first().waitFor({ state: 'attached' });
    await looks(page);
    await desk.close();
  });

  it('are no table before their script is there, but one where that does not come', async () => {
    const calendar = await desk.makeView('calendar', { date_property_id: made.by.Due.id });
    const page = await desk.visit('edi');
    await page.route(/\/static\/database\.js/, (route) => route.abort());
    await page.goto(`${t.url}/pages/${made.pageId}?view=${calendar}`);
    const table = page.locator('.database > .table-scroll');
    assert.equal(await table.isVisible(), false);
    assert.equal(await page.getByLabel('New row').isVisible(), false);
    await table.waitFor();
    await desk.close(/Failed to load resource|ERR_FAILED|import/);
  });

  it('ask in forms for what the answers before it call for, with scripts and without', async () => {
    const title = Object.values(made.by).find(({ type }) => type === 'title').id;
    const questions = [
      { property_id: title, label: 'What is it?', required: true },
      { property_id: made.by.Stage.id },
      { property_id: made.by.Amount.id, when: { property_id: made.by.Stage.id, value: made.option('Stage', 'Won') } },
    ];
    const id = await desk.makeView('form', { form: { questions, confirmation: 'Many thanks.' } });
    const page = await view('edi', id);
    await page.getByLabel('What is it?').fill('Answered');
    assert.ok(await page.getByLabel('Amount').isHidden());
    await page.getByRole('group', { name: 'Stage' }).getByText('Won').click();
    await page.getByLabel('Amount').fill('12');
    const fields = page.locator('.form-question input:not([type="radio"])');
    const widths = await fields.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    assert.deepEqual([widths.length, new Set(widths).size], [2, 1], String(widths));
    await page.keyboard.press('Enter');
    await page.getByText('Many thanks.').waitFor();
    assert.equal(await value('Answered', 'Amount'), 12);
    await looks(page);
    await page.getByRole('link', { name: 'Send another answer' }).click();
    await page.getByLabel('What is it?').waitFor();
    await desk.close();
    const plain = await open('edi', `/pages/${made.pageId}?view=${id}`, { javaScriptEnabled: false });
    await plain.getByLabel('What is it?').fill('Plainly answered');
    await plain.getByRole('button', { name: 'Send' }).click();
    await plain.getByText('Many thanks.').waitFor();
    await desk.close();
  });

  it('ask for dates in words, which say the time and the end as well, and lose none that are no date', async () => {
    const title = Object.values(made.by).find(({ type }) => type === 'title').id;
    const questions = [{ property_id: title, label: 'What is it?', required: true }, { property_id: made.by.Due.id }];
    const page = await view('edi', await desk.makeView('form', { form: { questions, confirmation: 'Thanks.' } }));
    const due = page.getByRole('group', { name: 'Due' });
    const [start, end] = ['Start', 'End'].map((name) => due.getByRole('textbox', { name, exact: true }));
    const sent = due.locator('input[type="hidden"]').first();
    await page.getByLabel('What is it?').fill('In words');
    await start?.fill('tomorrow');
    assert.equal(await sent.inputValue(), day(1));
    const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day(1)));
    await due.getByText(full).waitFor();
    await start?.fill('no day at all');
    await due.getByText('This isn’t a date.').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.form-question .fault').first().waitFor();
    assert.equal(await start?.inputValue(), 'no day at all');
    assert.equal(await start?.getAttribute('aria-invalid'), 'true');
    await looks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await start?.fill(`${day(2)} 14:30 - ${day(3)} 9:15`);
    assert.equal(await end?.isVisible(), true);
    // As the calendar of the browser says what was chosen.
    await due.locator('input[type="date"]').nth(1).fill(day(4), { force: true });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thanks.').waitFor();
    const kept = (await value('In words', 'Due')) as { start: string; end: string };
    assert.deepEqual([kept.start.slice(0, 16), kept.end.slice(0, 16)], [`${day(2)}T14:30`, `${day(4)}T09:15`]);
    await desk.close(/\/views\/\d+\/answers$/);
  });

  it('draw charts that follow the rows, and part boards into lanes with limits', async () => {
    const chart = await desk.makeView('chart', { chart_kind: 'bar', group_by: made.by.Stage.id });
    const page = await view('edi', chart);
    await page.locator('.chart-picture:visible').waitFor();
    await page.locator('figcaption', { hasText: 'Rows by Stage' }).waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog').getByText('Number', { exact: true }).click();
    // Settings show what they do while they are chosen, and cancelling takes that back.
    await page.locator('.chart-number p').waitFor();
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await page.locator('.chart-picture:visible').waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog').getByText('Number', { exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.chart-number p').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await desk.close();
    const limits = { wip_limits: { [made.option('Stage', 'Won')]: 1 }, wip_enforced: true };
    const lanes = { group_by: made.by.Stage.id, swimlane_property_id: made.by.Area.id, ...limits };
    const board = await view('edi', await desk.makeView('board', lanes));
    const column = (name: string) => board.locator(`.board-column[aria-label="${name}"]`);
    await column('Open, Sales').locator('.row-card', { hasText: 'First' }).getByRole('link').first().focus();
    await board.keyboard.press('Alt+ArrowDown');
    await column('Open, Support').getByText('First').waitFor();
    await comes('First', 'Area', (found) => found === made.option('Area', 'Support'));
    await board.keyboard.press('Alt+ArrowRight');
    await board.getByText('This column takes at most 1.').waitFor();
    await looks(board);
    await desk.close();
  });

  it('are put into pages, worked with there, and read there without scripts', async () => {
    const body = { title: 'Notes', workspace_id: t.ws1, markdown: 'Below are tasks' };
    const { id } = (await t.call('ann', 'POST', '/api/pages', body)).body;
    const page = await open('ann', `/pages/${id}`);
    await page.locator('.article[data-ready="true"] p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/database');
    await page.getByRole('option', { name: 'Linked view of a database', exact: true }).click();
    await page.getByLabel('Which one').selectOption({ label: 'Tasks' });
    await page.getByLabel('View').locator('option').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Insert' }).click();
    const inside = page.locator('.block-database');
    await inside.locator('[data-ready="true"]').waitFor(PATIENT);
    const cell = inside.locator('.grid-line[data-line="0"] [data-column="0"]');
    await cell.click();
    await page.keyboard.press('F2');
    await page.locator('.cell-editor :is(input, textarea)').fill('Changed inside');
    await page.keyboard.press('Enter');
    await inside.getByText('Changed inside').waitFor();
    await inside.locator('[data-saved="true"]').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Control+s');
    await page.locator('.save-status[data-state="saved"]').waitFor(PATIENT);
    await desk.close();
    const plain = await open('vic', `/pages/${id}`, { javaScriptEnabled: false });
    await plain.getByRole('link', { name: 'Changed inside' }).first().waitFor();
    await desk.close();
    const reader = await open('vic', `/pages/${id}`);
    await reader.locator('.article').hover();
    await reader.locator('.inline-database[data-ready="true"]').waitFor(PATIENT);
    assert.equal(await reader.getByText('New row').count(), 0, 'readers only read');
    await desk.close();
  });
});
