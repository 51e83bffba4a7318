// Tags of imported notes: they are the importing person's, follow the notes, and go with an undo.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { undoImport } from '../../plugins/importers/undo.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { importPath, pagesOf, titled, vaultOf } from '../importers/imports.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const tags = async (who: Name): Promise<Record<string, number>> => {
    const { body } = await t.call(who, 'GET', '/api/settings/tags/all');
    return Object.fromEntries(body.tags.map(({ name, count }: { name: string; count: number }) => [name, count]));
  };
  const note = (list: string, text = '') => `---\ntags: [${list}]\n---\n${text}`;

  it('are applied, changed with the note, and taken back', async () => {
    await t.call('ann', 'POST', '/api/settings/tags', { name: 'Own' });
    const folder = vaultOf({ 'a.md': note('own, red'), 'b.md': note('red, "Two Words"'), 'c.md': 'text #blue' });
    const first = await importPath(t, folder);
    assert.deepEqual(await tags('ann'), { blue: 1, Own: 1, red: 2, 'Two Words': 1 });
    assert.deepEqual(await tags('edi'), {});
    vaultOf({ 'a.md': note('green', 'changed') }, 'Vault', folder.slice(0, folder.lastIndexOf('/')));
    await importPath(t, folder);
    assert.deepEqual(await tags('ann'), { blue: 1, green: 1, Own: 0, red: 1, 'Two Words': 1 });
    const c = titled(await pagesOf(t), 'c').id;
    const kept = (await t.call('ann', 'GET', `/api/v2/pages/${c}/tags`)).body[0];
    await t.call('ann', 'PATCH', `/api/v2/tags/${kept.id}`, { color: 'blue' });
    await undoImport(t.ctx('adm').as(t.ctx('adm').actor, 'import'), first.job);
    assert.deepEqual(await tags('ann'), { blue: 0, green: 1, Own: 0 });
  });

  it('of an import that brought them again are those of before when that is undone', async () => {
    const folder = vaultOf({ 'd.md': note('first, both') }, 'Again');
    await importPath(t, folder);
    const base = folder.slice(0, folder.lastIndexOf('/'));
    vaultOf({ 'd.md': note('both, second', 'changed') }, 'Again', base);
    const { job } = await importPath(t, folder);
    const { id } = titled(await pagesOf(t), 'd');
    const names = async () =>
      (await t.call('ann', 'GET', `/api/v2/pages/${id}/tags`)).body.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(), ['both', 'second']);
    await t.call('ann', 'POST', `/api/v2/pages/${id}/tags`, { name: 'mine' });
    await undoImport(t.ctx('adm').as(t.ctx('adm').actor, 'import'), job);
    assert.deepEqual(await names(), ['both', 'first', 'mine']);
    assert.deepEqual(await tags('adm'), {});
  });
});
