// The picture of all icons: each is drawn as the set has it, though its numbers are shortened.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import { buildAssets } from '../../../core/views/asset-build.ts';
import { scratchFolder } from '../../../testing/folders.ts';

const place = scratchFolder('icons');
after(() => rmSync(place, { recursive: true, force: true }));

const SET = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons');
/** How many numbers each letter of a path takes. */
const ARITY: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** A path as browsers read it: letters and numbers, the flags of arcs as single digits. */
function read(path: string): (string | number)[] {
  const found: (string | number)[] = [];
  for (const [, letter = '', text = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    found.push(letter);
    let rest = text;
    for (let place = 0; rest.trim(); place += 1) {
      const isFlag = letter.toLowerCase() === 'a' && [3, 4].includes(place % 7);
      const [taken = '', number] = /^[\s,]*(-?(?:\d+\.?\d*|\.\d+))/.exec(rest) ?? [];
      const flag = /^[\s,]*([01])/.exec(rest);
      if (isFlag ? !flag : !taken) throw new Error(`${path} is broken before ${rest}`);
      found.push(Number(isFlag ? flag?.[1] : number));
      rest = rest.slice(isFlag ? flag?.[0].length : taken.length);
      if (!rest.trim() && (place + 1) % (ARITY[letter.toLowerCase()] ?? 1)) throw new Error(`${path} ends too early`);
    }
  }
  return found;
}

const pathsOf = (drawing: string): string[] => [...drawing.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path);

it('draws every icon as the set has it', async () => {
  const sprite = readFileSync(join(await buildAssets(place), 'static', 'icons.svg'), 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g)];
  assert.ok(symbols.length > 80);
  for (const [, name = '', drawing = ''] of symbols) {
    const original = pathsOf(readFileSync(join(SET, `${name}.svg`), 'utf8')).map(read);
    const shown = pathsOf(drawing).map(read);
    assert.equal(shown.length, original.length, name);
    for (const [path, parts] of original.entries()) {
      assert.equal(shown[path]?.length, parts.length, name);
      for (const [at, part] of parts.entries()) {
        const other: string | number | undefined = shown[path]?.[at];
        if (typeof part === 'number') assert.ok(Math.abs(part - Number(other)) < 0.051, `${name}: ${part} is ${other}`);
        else assert.equal(other, part, name);
      }
    }
  }
});
