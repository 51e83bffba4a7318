// Templates that include others: where these are found, and which values they see.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { templateEngine } from '../../../core/views/template-engine.ts';
import { scratchFolder } from '../../../testing/folders.ts';

/** Draws `page.ejs` of these templates. */
function drawing(templates: Record<string, string>, isCached = true) {
  const folder = scratchFolder();
  const folders = ['own', 'plugin'].map((name) => join(folder, name));
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [name, text] of Object.entries(templates)) write(name, text);
  const filename = join(folder, 'own/page.ejs');
  const draw = templateEngine(folders, isCached).compile(templates['own/page.ejs'] as string, { filename });
  return { draw, write };
}

describe('the template engine', () => {
  it('finds an include beside its template, or in one of the folders', () => {
    const { draw } = drawing({
      'own/page.ejs': `<%- include('parts/list') %>|<%- include('/shared') %>`,
      'own/parts/list.ejs': `<%- include('line') %>`,
      'own/parts/line.ejs': 'line of <%= title %>',
      'plugin/shared.ejs': 'shared by <%= locals.title %>',
    });
    assert.equal(draw({ title: 'A & B' }), 'line of A &amp; B|shared by A &amp; B');
  });

  it('hands on the values of a template, and what an include is given to it alone', () => {
    const { draw } = drawing({
      'own/page.ejs': `<%- include('/part', { title: 'inner', more: 1 }) %> <%= title %> <%= typeof more %>`,
      'plugin/part.ejs': `<%= title %> <%= user %> <%- include('/last', { user: 'bob' }) %> <%= user %>`,
      'plugin/last.ejs': '(<%= title %> <%= more %> <%= user %>)',
    });
    assert.equal(draw({ title: 'outer', user: 'ann' }), 'inner ann (inner 1 bob) ann outer undefined');
  });

  it('knows no name that only every object has', () => {
    const { draw } = drawing({ 'own/page.ejs': '(<%= locals.toString %>)' });
    assert.equal(draw({}), '()');
  });

  it('lets a template include itself', () => {
    const { draw } = drawing({
      'own/page.ejs': `<%- include('/tree', { node: { name: 'a', inside: [{ name: 'b', inside: [] }] } }) %>`,
      'own/tree.ejs': `<%= node.name %>(<% for (const one of node.inside) { %><%- include('/tree', { node: one }) %><% } %>)`,
    });
    assert.equal(draw({}), 'a(b())');
  });

  it('names the template that includes what is not there', () => {
    const { draw } = drawing({ 'own/page.ejs': `<%- include('/missing') %>` });
    assert.throws(() => draw({}), /page\.ejs includes \/missing, which is not there/);
  });

  it('reads a template anew for each page unless they are kept', () => {
    for (const [isCached, text] of [
      [true, 'one'],
      [false, 'two'],
    ] as const) {
      const { draw, write } = drawing({ 'own/page.ejs': `<%- include('/part') %>`, 'own/part.ejs': 'one' }, isCached);
      assert.equal(draw({}), 'one');
      write('own/part.ejs', 'two');
      assert.equal(draw({}), text);
    }
  });
});
