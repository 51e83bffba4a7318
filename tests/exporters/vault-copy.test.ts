// A vault of Obsidian that comes in, goes out as Markdown and comes in again: links, headings, blocks, tasks and tags are equal.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { importPath, inFreshWorkspace, startedFor, vaultOf } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { exported, unzip } from './unpacking.ts';
import { vaultState } from './vault-state.ts';

const VAULT = {
  'Home.md': [
    '---\ntags: [garden, "beds/spring"]\naliases: [Start]\nrating: 4\n---',
    'To [[Soil]], [[Soil#Wet ground|the wet]], [[Beds/Soil#White sand]], [[Tulips & Co#Red|red]] and [[#Tasks]]. #inline',
    '![[map.png]]',
    '## Tasks',
    '- [ ] open\n- [x] done\n  - [ ] inside [[Tulips & Co]]\n- [/] half',
    '> [!warning] Mind\n> the ==frost==',
    '| Bed | Sun |\n| --- | --- |\n| One | [[Soil]] |',
    '![[Soil]]',
    'Blocks: [[Soil#^dry|d]], [b](<Beds/Soil.md#^dig-1>), [[Soil#^wide|w]], [[Soil#^said|s]], [[Soil#^code|c]], [[#^own|o]].',
    'Mine. ^own',
    'No name: x \\^2',
    'A note[^1] and $a^2$.\n\n[^1]: below',
  ].join('\n\n'),
  'Beds/Soil.md':
    '# Soil\n\nDry. ^dry\n\n## Wet ground\n\nAcid, pH 5.\n\n### White sand\n\n1. dig ^dig-1\n2. rest\n\n| Wide | Sand |\n| --- | --- |\n| 1 | 2 |\n\n^wide\n\n> Said\n\n^said\n\n```js\nx = "[[Home]]"\n```\n^code',
  'Beds/Tulips & Co.md': '# Red\n\nBack [[Home#Tasks]].\n\n# White\n\n- one\n  - two\n',
  'map.png': PIXEL,
};

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  it('is the same after it went out and came in again', async () => {
    await inFreshWorkspace(t, 'vault');
    const { report } = await importPath(t, vaultOf(VAULT, 'Garden', base));
    assert.deepEqual(report.warnings, []);
    const before = await vaultState(t);
    assert.equal(before.length, 4);
    assert.doesNotMatch(JSON.stringify(before), /nowhere|undefined/);
    assert.match(JSON.stringify(before), /Soil#White sand/);
    assert.match(JSON.stringify(before), /Soil#Dry\..*Soil#dig.*Soil#Said.*Home#Mine\./);
    const out = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(out), 'out', base);
    await inFreshWorkspace(t, 'vault again');
    const again = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([again.report.warnings, again.report.broken_links], [[], []]);
    assert.deepEqual(await vaultState(t), before);
  });
});
