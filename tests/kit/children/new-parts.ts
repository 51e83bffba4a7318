/** In a copy of the product with an import format, an export format and a route more: uses each as people and programs do. */
import assert from 'node:assert/strict';
import { importPath, pagesOf, system, vaultOf } from '../../importers/imports.ts';
import { startApp } from '../app.ts';

const t = await startApp({ engine: 'sqlite', dataDir: process.argv[2] as string, cleanup: async () => {} });

const path = `${vaultOf({ 'soups.recipes': 'Broth: bones and time\nStock\nBisque: shells and cream\n' })}/soups.recipes`;
const { job, report } = await importPath(t, path, { source: 'recipe-list' });
assert.equal(job.status, 'completed_with_warnings');
assert.match(JSON.stringify(report), /The line has no text after its title/);
const pages = await pagesOf(t);
assert.deepEqual(pages.map(({ title }) => title).sort(), ['Bisque', 'Broth']);
assert.match((await t.call('ann', 'GET', '/import')).text, /Recipe lists/);

const made = await t.call('ann', 'POST', '/api/v2/exports', { format: 'titles', workspace_id: t.ws1 });
assert.equal(made.status, 200, made.text);
await t.app.jobs.drain();
const file = await t.call('ann', 'GET', `/api/v2/exports/${made.body.id}/download`);
assert.deepEqual(file.text.trim().split('\n').sort(), ['Bisque', 'Broth']);
assert.match((await t.call('ann', 'GET', '/exports')).text, /Titles/);

const broth = pages.find(({ title }) => title === 'Broth')?.id;
const markdown = '# Bones\n\nand *all* the\n\n- time';
assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${broth}/markdown`, { markdown })).status, 200);
const counted = await t.call('ann', 'GET', `/api/v2/pages/${broth}/words`);
assert.deepEqual([counted.status, counted.body], [200, { words: 5 }]);
assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${broth}/words`)).status, 404);
assert.equal((await t.inject('GET', `/api/v2/pages/${broth}/words`)).status, 401);
assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${broth}/words?x=1`)).status, 422);
const { body: api } = await t.call('ann', 'GET', '/api/v2/openapi.json');
assert.ok(api.paths['/pages/{id}/words'] ?? api.paths['/api/v2/pages/{id}/words']);

assert.equal(await system(t).db('jobs').where({ status: 'failed' }).first(), undefined);
console.log('import, export, route');
await t.stop();
