// Small exports of every product that imports are made for, and what has come of them: a change shows in the recorded result.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allImporters } from '../../plugins/importers/registry.ts';
import { migratedDatabase } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { inFreshWorkspace, startedFor } from './imports.ts';
import { recordedImport } from './recordings.ts';

const recorded = fileURLToPath(new URL('recorded/', import.meta.url));
/** Writes the results anew; they are read by eye before they are committed. */
const isRecording = process.env.RECORD === '1';

/** Archives change with the product: tests/exporters brings them back just after they were made. */
const ELSEWHERE = ['archive'];

describe('recorded imports', () => {
  let t: TestApp;
  const scratch = startedFor(
    () => migratedDatabase('sqlite'),
    (app) => {
      t = app;
    },
  );
  /** `issues-trello` is an input of the source `issues`. */
  const sourceOf = async (name: string): Promise<string | undefined> => {
    const sources = (await allImporters(t.app)).map((importer) => importer.name);
    return sources.find((source) => source === name) ?? sources.find((source) => name.startsWith(`${source}-`));
  };

  it('are there for every source', async () => {
    const known = await Promise.all(readdirSync(recorded).map(sourceOf));
    known.push(...ELSEWHERE);
    const missing = (await allImporters(t.app)).filter(({ name }) => !known.includes(name)).map(({ name }) => name);
    assert.deepEqual(missing, []);
  });

  for (const name of readdirSync(recorded).sort())
    it(`${name} becomes what it did`, async () => {
      await inFreshWorkspace(t, name);
      const folder = join(recorded, name);
      const source = (await sourceOf(name)) ?? assert.fail(`no source is called ${name}`);
      const found = await recordedImport(t, folder, source, join(scratch, name));
      const file = join(folder, 'result.json');
      if (isRecording) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
      assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(readFileSync(file, 'utf8')));
    });
});
