// What an import left out is named in words of people, in both languages: the report says kinds by their keys otherwise.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LEFT_OUT } from '../../../plugins/importers/left-out.ts';

describe('kinds of what an import leaves out', () => {
  for (const language of ['en', 'de'])
    it(`all have a name in ${language}`, () => {
      const file = new URL(`../../../plugins/importers/messages/${language}.json`, import.meta.url);
      const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      const unnamed = [...LEFT_OUT].filter((kind) => !words[`importers.wizard.kind.${kind}`]);
      assert.deepEqual(unnamed, []);
    });
});
