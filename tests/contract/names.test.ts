// What files and exports are called and where they lie, so that whoever looks for something finds it at the first search.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const filesBelow = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/fixtures|recorded/.test(entry.parentPath))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );

const product = filesBelow('core', 'plugins', 'cli', 'migrations', 'testing');
const code = product.filter((file) => /\.(tsx?|css)$/.test(file));
const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

/** Words that say how something is and not what it is. */
const NO_NOUNS =
  /^(late|said|given|telling|seen|standing|gone|known|found|whole|shown|drawn|made|held|opened|named|kept|brought|apart|more|follow|many|ago|together|again|pieces|utils?|helpers?|common|misc|manager)$/;
/** `common-passwords` is what such lists are called everywhere. */
const TERMS = ['common-passwords'];

/** Exports that are read by one name from many files, and by what. */
const CONVENTIONS = new Map([['act', 'plugins/web/client/shell/lazy-modules.ts']]);

/** Participles, adverbs and the like, which say nothing of what a type is when they stand alone. */
const NO_TYPES = new RegExp(
  `^(${[
    'Asked|Asking|Attempted|Brought|Changed|Changeable|Checked|Chosen|Claimed|Closed|Coloured|Converted|Decided|Decoded',
    'Described|Detected|Dragging|Drawn|Dropped|Each|Edited|Editing|Evaluated|Expected|Fetched|Fetching|Filled|Followed',
    'Found|Gathered|Given|Gone|Grouped|Guarded|Heard|Held|Here|Incoming|Invited|Joined|Kept|Known|Late|Lazy|Left|Listed',
    'Looking|Lost|Made|Making|Mentioning|More|Moved|Moving|Named|Now|Opened|Outgoing|Paged|Parsed|Pasted|Pending|Placed',
    'Polled|Postponed|Pressed|Printing|Published|Pulling|Ready|Reading|Received|Refused|Removed|Resolved|Running|Said',
    'Saved|Saving|Seen|Selected|Sending|Sent|Settled|Shared|Shown|Signing|Sorted|Spooled|Started|Stopped|Stored',
    'Synchronized|Taken|Tallying|Theirs|Told|Trailed|Turned|Turning|Typed|Uncommented|Undoing|Unreadable|Unsent|Unturned',
    'Until|Uploaded|Visible|Waiting|Watched|When|Where|Whole|Whose|Written',
  ].join('|')})$`,
);

const EXPORT = /^export (?:async |abstract |declare )*(function\*?|class|const|let|interface|type|enum) (\w+)/gm;

/** What each file of the product exports itself; beginnings of extensions are texts of other files. */
const exported = code
  .filter(
    (file) => /^(core|plugins|cli|testing)\/.*(?<!\.d)\.tsx?$/.test(file) && !file.startsWith('core/cli/scaffold-'),
  )
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(EXPORT)].map(([, kind = '', name = '']) => ({
      file,
      kind,
      name,
    })),
  );

describe('files', () => {
  it('are called by nouns', () => {
    const all = [...product, ...filesBelow('tests')].filter((file) => /\.(tsx?|css)$/.test(file));
    const wrong = all.filter((file) => {
      const name = basename(file).replace(/(\.test)?\.\w+$/, '');
      return !TERMS.includes(name) && name.split('-').some((word) => NO_NOUNS.test(word));
    });
    assert.deepEqual(wrong, []);
  });

  it('are at most 25 in a folder', () => {
    const folders = Map.groupBy([...product, ...filesBelow('templates', 'tests')], (file) => dirname(file));
    folders.delete('migrations');
    const full = [...folders].filter(([, files]) => files.length > 25).map(([folder, { length }]) => [folder, length]);
    assert.deepEqual(full, []);
  });

  it('have at most 330 lines', () => {
    const long = code.filter((file) => linesOf(file) > 330);
    assert.deepEqual(long, []);
  });

  it('of routes say who calls them', () => {
    const wrong = product.filter(
      (file) =>
        /^plugins\/[^/]+\/routes\//.test(file) &&
        !/^((html|browser|v2)(-[a-z-]+)?|schemas|index)\.ts$/.test(basename(file)),
    );
    assert.deepEqual(wrong, []);
  });

  it('that are manifests are read at a glance', () => {
    const long = product.filter((file) => /^plugins\/[^/]+\/index\.ts$/.test(file) && linesOf(file) > 60);
    assert.deepEqual(long, []);
  });
});

describe('exported names', () => {
  it('are unique', () => {
    const filesOf = [...Map.groupBy(exported, ({ name }) => name)].map(
      ([name, all]) => [name, [...new Set(all.map(({ file }) => file))]] as const,
    );
    const shared = filesOf.filter(([, files]) => files.length > 1);
    assert.deepEqual(
      shared.filter(([name]) => !CONVENTIONS.has(name)),
      [],
    );
    for (const [name, loader] of CONVENTIONS) {
      assert.ok(
        shared.some(([other]) => other === name),
        `${name} is no convention any more`,
      );
      assert.match(readFileSync(join(root, loader), 'utf8'), new RegExp(`\\.${name}\\(`));
    }
  });

  it('of types are nouns', () => {
    const wrong = exported.filter(
      ({ kind, name }) => /^(class|interface|type|enum)$/.test(kind) && NO_TYPES.test(name),
    );
    assert.deepEqual(wrong, []);
  });
});
