// Views beyond tables: charts, forms, colours, limits of boards, groups within groups, and databases inside pages.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

const named = (...names: string[]) => ({ options: names.map((name, at) => ({ name, color: at ? 'red' : 'green' })) });

onEachEngine((_engine, open) => {
  describe('views of databases', () => {
    let t: TestApp;
    let made: Made;
    before(async () => {
      t = await startApp(await open());
    });
    beforeEach(async () => {
      made = await makeDatabase(t, [
        { name: 'Stage', type: 'select', config: named('Open', 'Won') },
        { name: 'Area', type: 'select', config: named('Sales', 'Support') },
        { name: 'Owner', type: 'person' },
        { name: 'Amount', type: 'number' },
        { name: 'Sure', type: 'checkbox' },
        { name: 'Due', type: 'date' },
      ]);
      const stage = (name: string) => ({ Stage: made.option('Stage', name) });
      const area = (name: string) => ({ Area: made.option('Area', name) });
      const owner = { Owner: [t.user('edi').id] };
      await made.row({ ...stage('Open'), ...area('Sales'), ...owner, Amount: 10, Due: '2026-01-05' }, 'One');
      await made.row({ ...stage('Open'), ...area('Support'), Amount: 20, Due: '2026-01-20' }, 'Two');
      await made.row({ ...stage('Won'), ...area('Sales'), ...owner, Amount: 40, Due: '2026-03-01' }, 'Three <b>');
    });
    after(() => t.stop());

    const view = async (kind: string, config: object, more: object = {}, who: Name = 'ann'): Promise<number> => {
      const body = { name: `A ${kind}`, kind, config, ...more };
      const answer = await t.call(who, 'POST', `/api/v2/collections/${made.id}/views`, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.id;
    };
    const page = async (viewId: number, who: Name = 'vic', more = '') =>
      (await t.inject('GET', `/pages/${made.pageId}?view=${viewId}${more}`, { headers: t.session(who) })).text;
    const data = async (query: string, who: Name = 'vic') =>
      t.call(who, 'GET', `/api/collections/${made.id}/table-data?${query}`);

    it('draw charts of groups, with the numbers as a table', async () => {
      const by = { group_by: made.by.Stage.id, chart_property_id: made.by.Amount.id };
      const cells = (text: string) => [...text.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell);
      const drawn = (config: object) => view('chart', config).then((id) => page(id));
      assert.deepEqual(cells(await drawn({ ...by, chart_kind: 'bar', chart_aggregate: 'sum' })), ['30', '40']);
      assert.deepEqual(cells(await drawn({ ...by, chart_kind: 'donut', chart_aggregate: 'count' })), ['2', '1']);
      assert.deepEqual(cells(await drawn({ ...by, chart_kind: 'line', chart_aggregate: 'average' })), ['15', '40']);
      const split = await drawn({ ...by, sub_group_by: made.by.Area.id, chart_kind: 'bar', chart_aggregate: 'max' });
      assert.deepEqual(cells(split), ['10', '20', '40', '']);
      // Groups and series by options have their colours.
      const tones = (text: string) =>
        new Set([...text.matchAll(/<rect class="chart-tone-(\w+)"/g)].map(([, tone]) => tone));
      for (const text of [split, await drawn({ ...by, chart_kind: 'bar' })])
        assert.deepEqual(tones(text), new Set(['green', 'red']));
      assert.deepEqual(tones(await drawn({ group_by: made.by.Owner.id, chart_kind: 'bar' })), new Set());
      const months = { group_by: made.by.Due.id, chart_kind: 'bar', chart_aggregate: 'min' };
      assert.deepEqual(cells(await drawn({ ...months, chart_property_id: made.by.Amount.id })), ['10', '40']);
      const times = (interval: string) => drawn({ ...months, chart_interval: interval });
      assert.match(await drawn(months), /<bdi>Mar 2026<\/bdi>/);
      assert.match(await times('day'), /<bdi>\d{1,2} Mar 2026<\/bdi>/);
      assert.match(await times('year'), /<bdi>2026<\/bdi>/);
      const people = await drawn({ group_by: made.by.Owner.id, chart_kind: 'bar' });
      assert.match(people, /Edi Example/);
      const number = { chart_kind: 'number', chart_aggregate: 'sum', chart_property_id: made.by.Amount.id };
      assert.match(await drawn(number), /<p>70<\/p>/);
      // What no longer is there is passed over.
      const left = await view('chart', { ...by, chart_kind: 'bar', chart_aggregate: 'sum' });
      await t.call('ann', 'DELETE', `/api/v2/collections/${made.id}/properties/${made.by.Stage.id}`);
      assert.match(await page(left), /chart/);
    });

    it('refuse settings that name properties of other databases, or none there are', async () => {
      const other = await makeDatabase(t, [{ name: 'Elsewhere', type: 'number' }]);
      const configs = [
        { chart_property_id: other.by.Elsewhere.id },
        { dependency_property_id: 2_000_000_000 },
        { form: { questions: [{ property_id: other.by.Elsewhere.id }] } },
        { form: { questions: [{ property_id: made.by.Area.id, when: { property_id: 999_999, value: 'x' } }] } },
        { chart_kind: 'pie' },
        { zoom: 'century' },
        { cover_fit: 'stretch' },
        { card_names: true },
        { form: { closes_at: 'soon' } },
        { form: { script: 'x' } },
      ];
      for (const config of configs) {
        const body = { name: 'Bad', kind: 'chart', config };
        const answer = await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, body);
        assert.equal(answer.status, 422, JSON.stringify(config));
      }
    });

    it('colour rows by the first rule that they meet', async () => {
      const over = (value: number) => ({ property_id: made.by.Amount.id, op: 'gt', value });
      const color_rules = [
        { filter: over(30), color: 'red' },
        { filter: { and: [over(15)] }, color: 'yellow' },
      ];
      const id = await view('table', { color_rules });
      const { pages, colors } = (await data(`view_id=${id}`)).body;
      assert.deepEqual(
        pages.map((row: Any) => colors[row.id]),
        [undefined, 'yellow', 'red'],
      );
      assert.match(await page(id), /<tr data-tone="yellow">/);
    });

    it('group within groups, and tell of chosen rows alone', async () => {
      const config = { group_by: made.by.Stage.id, sub_group_by: made.by.Area.id };
      const id = await view('table', config);
      const [stage, area] = [made.option('Stage', 'Open'), made.option('Area', 'Support')];
      const part = (await data(`view_id=${id}&group=${stage}&sub_group=${area}`)).body;
      assert.deepEqual([part.pages.map(({ title }: Any) => title), part.total], [['Two'], 1]);
      const all = (await data('')).body.pages.map((row: Any) => row.id);
      const some = (await data(`view_id=${id}&ids=${all[2]},${all[0]},2000000000`)).body;
      assert.deepEqual(
        some.pages.map((row: Any) => row.id),
        [all[0], all[2]],
      );
      assert.equal(some.total, 3);
      assert.equal((await data('ids=x')).status, 422);
      const hidden = await data(`ids=${all[0]}`, 'bob');
      assert.equal(hidden.status, 404);
    });

    it('let no more rows into a column than a board says, whoever brings them', async () => {
      const [first] = (await made.query({})).body.results;
      const open = made.option('Stage', 'Open');
      const won = made.option('Stage', 'Won');
      const config = { group_by: made.by.Stage.id, wip_limits: { [open]: 2, [won]: 1 }, wip_enforced: true };
      const id = await view('board', config);
      const refused = await made.change(first.id, { Stage: won });
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual(
        refused.body.errors.map((one: Any) => [one.property_id, one.rule, one.limit]),
        [[made.by.Stage.id, 'wip_limit', 1]],
      );
      assert.match(refused.body.detail, /Won takes at most 1/);
      assert.equal((await made.tryRow({ Stage: open })).status, 422);
      assert.equal((await made.tryRow({ Stage: open }, 'A row', 'edi')).status, 422);
      assert.equal((await made.change(first.id, { Amount: 11 })).status, 200, 'what stays in its column may change');
      assert.equal((await made.change(first.id, { Stage: null })).status, 200);
      const at = await Promise.all([1, 2, 3].map(() => made.tryRow({ Stage: open })));
      assert.deepEqual(at.map(({ status }) => status).sort(), [200, 422, 422]);
      await t.call('ann', 'PATCH', `/api/v2/views/${id}`, { config: { wip_enforced: false } });
      assert.equal((await made.tryRow({ Stage: open })).status, 200);
      // Somebody's own board binds nobody.
      await view('board', { ...config, wip_limits: { [open]: 1 } }, { personal: true });
      assert.equal((await made.tryRow({ Stage: open })).status, 200);
    });

    const asking = () => ({
      title: 'Tell us',
      confirmation: 'We read it.',
      questions: [
        { property_id: made.by.Name?.id ?? titleId(), label: 'What is it?', required: true },
        { property_id: made.by.Stage.id },
        {
          property_id: made.by.Amount.id,
          required: true,
          when: { property_id: made.by.Stage.id, value: made.option('Stage', 'Won') },
        },
      ],
    });
    const titleId = () => Object.values(made.by).find(({ type }: Any) => type === 'title').id;
    const answer = (viewId: number, who: Name, values: Record<number, string>) => {
      const fields = Object.keys(values).join();
      const typed = Object.fromEntries(Object.entries(values).map(([id, value]) => [`p${id}`, value]));
      return t.form(who, `/views/${viewId}/answers`, { fields, ...typed });
    };

    it('show in the empty fields of a form how an answer looks', async () => {
      const price = { name: 'Price', type: 'number', config: { format: 'currency', currency: 'EUR' } };
      const other = await makeDatabase(t, [{ name: 'Mail', type: 'email' }, { name: 'Site', type: 'url' }, price]);
      const questions = ['Mail', 'Site', 'Price'].map((name) => ({ property_id: other.by[name].id }));
      const body = { name: 'Ask', kind: 'form', config: { form: { questions } } };
      const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${other.id}/views`, body)).body;
      const shown = (await t.call('ann', 'GET', `/pages/${other.pageId}?view=${id}`)).text;
      const examples = [...shown.matchAll(/<input id="field-p\d+"[^>]* placeholder="([^"]*)"/g)].map(
        ([, text]) => text,
      );
      assert.deepEqual(examples, ['name@example.org', 'https://example.org']);
      assert.match(shown, /aria-hidden="true">EUR<\/span>\s*<input [^>]*aria-label="Price \(EUR\)"/, 'it stays there');
    });

    it('make rows of the answers to a form, and ask what depends on others only then', async () => {
      const id = await view('form', { form: asking() });
      const shown = await page(id, 'edi');
      assert.match(shown, /What is it\? <span class="needed">needs an answer/);
      assert.equal(shown.match(/class="needed"/g)?.length, 2, 'what is asked only then is marked, too');
      assert.match(shown, /aria-required="true"/);
      assert.match(shown, /<input type="radio" name="[^"]+" value="[^"]+"> Won</);
      const [title, stage, amount] = [titleId(), made.by.Stage.id, made.by.Amount.id];
      const sent = await answer(id, 'edi', { [title]: 'From a form', [stage]: '', [amount]: '7' });
      assert.equal(sent.status, 303, sent.text);
      assert.match(await page(id, 'edi', '&answered=1'), /We read it\./);
      const { results: rows } = (
        await made.query({ filter: { property_id: title, op: 'equals', value: 'From a form' } })
      ).body;
      assert.equal(rows.length, 1);
      assert.equal(rows[0].values[amount], null, 'nobody was asked for that');
      assert.equal(rows[0].created_by, t.user('edi').id);
      const won = { [title]: 'Won', [stage]: made.option('Stage', 'Won') };
      const missing = await answer(id, 'edi', { ...won, [amount]: '' });
      assert.equal(missing.status, 400);
      assert.match(missing.text, /“Amount” needs an answer\./);
      assert.match(missing.text, /value="Won"/, 'what was typed is still there');
      assert.equal((await answer(id, 'edi', { ...won, [amount]: '1e999' })).status, 400);
      assert.equal((await answer(id, 'edi', { ...won, [amount]: '5' })).status, 303);
      // What the form does not ask for is not taken.
      await answer(id, 'edi', { [title]: 'Sly', [made.by.Sure.id]: '1' });
      const [sly] = (await made.query({ filter: { property_id: title, op: 'equals', value: 'Sly' } })).body.results;
      assert.equal(sly.values[made.by.Sure.id], false);
    });

    it('name the question in what is wrong with its answer, in the language of whoever answers', async () => {
      const questions = [{ property_id: made.by.Amount.id, label: 'How much?', required: true }];
      const id = await view('form', { form: { questions } });
      const asked = async (value: string, locale: string) => {
        const { cookie, 'x-csrf-token': csrf = '' } = t.session('edi') as Record<string, string>;
        const { text } = await t.inject('POST', `/views/${id}/answers`, {
          headers: { cookie: `${cookie}; locale=${locale}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: `${new URLSearchParams({ csrf, [`p${made.by.Amount.id}`]: value })}`,
        });
        return /class="fault"[^>]*>([^<]*)</.exec(text)?.[1];
      };
      assert.equal(await asked('', 'en'), '“How much?” needs an answer.');
      assert.equal(await asked('', 'de'), '„How much?“ braucht eine Antwort.');
      assert.match((await asked('many', 'en')) ?? '', /^“How much\?” must be a number/);
    });

    it('ask for stars, lines and days by fields of their own', async () => {
      const db = await makeDatabase(t, [
        { name: 'Stars', type: 'rating', config: { max: 3 } },
        { name: 'Note', type: 'text' },
        { name: 'Due', type: 'date' },
        { name: 'Weight', type: 'number', validation: { min: 1, max: 9 } },
      ]);
      const body = { name: 'Ask', kind: 'form', config: {} };
      const { id } = (await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, body)).body;
      const { text } = await t.call('ann', 'GET', `/pages/${db.pageId}?view=${id}`);
      const field = (name: string) => `p${db.by[name]?.id}`;
      const stars = text.match(new RegExp(`type="radio" name="${field('Stars')}" value="\\d"`, 'g'));
      assert.deepEqual(stars?.length, 3);
      assert.match(text, new RegExp(`<input id="field-${field('Note')}"`));
      assert.match(text, /<details hidden>/, 'a question asks for a day, until somebody names a time');
      const sent = await t.form('ann', `/views/${id}/answers`, { [field('Stars')]: '2', [field('Weight')]: 'much' });
      assert.match(sent.text, /must be a number from 1 to 9/);
      assert.match(sent.text, new RegExp(`name="${field('Stars')}" value="2"[^>]* checked`));
    });

    it('give an answer without a title one that tells it from others', async () => {
      const id = await view('form', { form: { title: 'Orders', questions: [{ property_id: made.by.Amount.id }] } });
      assert.equal((await answer(id, 'edi', { [made.by.Amount.id]: '77' })).status, 303);
      const filter = { property_id: made.by.Amount.id, op: 'eq', value: 77 };
      const [row] = (await made.query({ filter })).body.results;
      assert.match(row.title, /^Orders, \d+ \w+ \d{4}/);
      const again = await view('form', { form: { questions: [{ property_id: titleId(), required: true }] } });
      assert.equal(
        (await answer(again, 'edi', { [titleId()]: '' })).status,
        400,
        'what must be answered is not made up',
      );
    });

    it('show their makers the questions as they are asked, also once they are closed', async () => {
      const id = await view('form', { form: { ...asking(), closes_at: '2020-01-01T00:00:00.000Z' } });
      assert.doesNotMatch(await page(id, 'edi'), /data-question/);
      assert.equal((await page(id, 'edi', '&sketch=1')).match(/data-question/g)?.length, 3);
    });

    it('take no answer that says nothing, unless all that is asked is a box to tick', async () => {
      const id = await view('form', { form: { questions: asking().questions.slice(1) } });
      const empty = await answer(id, 'edi', { [made.by.Stage.id]: '', [made.by.Amount.id]: '' });
      assert.equal(empty.status, 400);
      assert.match(empty.text, /role="alert">Answer at least one question\./);
      const ticks = await view('form', { form: { questions: [{ property_id: made.by.Sure.id }] } });
      assert.equal((await answer(ticks, 'edi', { [made.by.Sure.id]: '' })).status, 303);
    });

    it('close forms, and open them to readers only where editors say so', async () => {
      const title = titleId();
      const id = await view('form', { form: asking() });
      assert.equal((await answer(id, 'vic', { [title]: 'x' })).status, 403);
      assert.match(await page(id, 'vic'), /can’t answer this form/);
      const mine = await view('form', { form: { ...asking(), for_readers: true } }, { personal: true }, 'vic');
      assert.equal((await answer(mine, 'vic', { [title]: 'x' })).status, 403, 'a form of one’s own gives no rights');
      assert.equal((await answer(mine, 'ann', { [title]: 'x' })).status, 404);
      assert.equal((await answer(id, 'bob', { [title]: 'x' })).status, 404);
      await t.call('ann', 'PATCH', `/api/v2/views/${id}`, { config: { form: { ...asking(), for_readers: true } } });
      assert.equal((await answer(id, 'vic', { [title]: 'From a reader' })).status, 303);
      const closes_at = '2020-01-01T00:00:00.000Z';
      await t.call('ann', 'PATCH', `/api/v2/views/${id}`, { config: { form: { ...asking(), closes_at } } });
      assert.equal((await answer(id, 'edi', { [title]: 'x' })).status, 409);
      assert.match(await page(id, 'edi'), /takes no more answers/);
      assert.equal((await answer(await view('table', {}), 'edi', { [title]: 'x' })).status, 404);
    });

    it('tell strangers nothing when their forms are wrong', async () => {
      const form = await view('form', { form: { title: 'Tell us a secret' } });
      const { results: rows } = (await made.query({})).body;
      const wrong = { nonsense: '1' };
      const paths = [`/views/${form}/answers`, `/rows/${rows[0].id}/edit`, `/collections/${made.id}/rows`];
      for (const path of paths) {
        const { status, text } = await t.form('bob', path, wrong);
        assert.equal(status, 404, path);
        assert.doesNotMatch(text, /secret|One|Tasks/);
      }
    });

    it('slow down who answers a form too often', async () => {
      const id = await view('form', { form: asking() });
      const statuses = new Set<number>();
      for (let at = 0; at < 31; at++) statuses.add((await answer(id, 'edi', { [titleId()]: `Answer ${at}` })).status);
      assert.deepEqual([...statuses], [303, 429]);
    });

    it('are shown inside pages, each to its reader as far as that sees them', async () => {
      const chart = await view('chart', { group_by: made.by.Stage.id, chart_kind: 'bar' });
      const blocks = [
        { type: 'database', data: { collectionId: made.id } },
        { type: 'database', data: { collectionId: made.id, viewId: chart } },
      ];
      const { body } = await t.call('ann', 'POST', '/api/pages', { title: 'Board room', workspace_id: t.ws1, blocks });
      const read = async (who: Name) => (await t.inject('GET', `/pages/${body.id}`, { headers: t.session(who) })).text;
      const seen = await read('vic');
      assert.match(seen, /<th scope="row"><a href="\/pages\/\d+">Three &lt;b&gt;<\/a><\/th>/);
      assert.match(seen, /data-view="\d+"[\s\S]*chart-picture/);
      await t.call('ann', 'PUT', `/api/v2/pages/${made.pageId}/permissions/type`, { permission_type: 'private' });
      const hidden = await read('vic');
      assert.match(hidden, /No access or deleted database/);
      assert.doesNotMatch(hidden, /Three|chart-picture/);
      assert.match(await read('ann'), /Three &lt;b&gt;/);
      const inline = await t.call('edi', 'POST', '/db/inline/api', { title: 'Inside', parent_id: body.id });
      assert.equal(inline.status, 200);
      assert.equal(inline.body.page.parent_id, body.id);
    });
  });
});
