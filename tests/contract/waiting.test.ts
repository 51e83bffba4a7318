// Tests wait for things and not for time: a machine that is busy is slow, and what it does is still right.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Figures are what these are for, and none of them fails a test. */
const MEASURING = /^tests\/(bench|soak)\//;

const files = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** Each place as file and line, but for this file, which names what it looks for. */
const placesOf = (pattern: RegExp, among: string[]): string[] =>
  among
    .filter((file) => file !== 'tests/contract/waiting.test.ts')
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : [])),
    );

describe('tests', () => {
  it('wait for what they need, and never for a while', () => {
    assert.deepEqual(placesOf(/waitForTimeout\(/, files), []);
  });

  it('do not sleep, but between two looks at something', () => {
    const sleep = /^\s*await (sleep\(|new Promise\(\(\w+\) => setTimeout\(|\w*\.?setTimeout\()/;
    const among = files.filter((file) => file.endsWith('.test.ts'));
    const outside = placesOf(sleep, among).filter((place) => {
      const [file = '', line] = place.split(':');
      const before = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .slice(0, Number(line) - 1);
      return !before.slice(-9).some((text) => /\b(for|while) \(/.test(text));
    });
    assert.deepEqual(outside, []);
  });

  it('do not ask how long something took', () => {
    const among = files.filter((file) => !MEASURING.test(file) && file.endsWith('.test.ts'));
    assert.deepEqual(placesOf(/performance\.now\(\)|Date\.now\(\) - [a-z]|console\.time/, among), []);
  });
});
