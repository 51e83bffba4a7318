// The repositories of tests are what git itself reads: where it is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { listEntries } from '../../plugins/importers/reading/archive.ts';
import { GitRepository } from '../kit/git-repository.ts';

const isInstalled = spawnSync('git', ['--version']).status === 0;
if (!isInstalled) console.log('git is not installed: that it reads the repositories of tests was NOT checked');

type Bytes = Buffer<ArrayBufferLike>;

/** Names, kinds and sizes. */
async function contents(archive: Bytes): Promise<string[]> {
  const zip = await promisify<Bytes, object, ZipFile>(fromBuffer as never)(archive, { lazyEntries: true });
  const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  return (await listEntries(zip))
    .filter(({ fileName }) => !fileName.endsWith('/'))
    .map((entry) => `${entry.fileName} ${isLink(entry) ? 'link' : 'file'} ${entry.uncompressedSize}`)
    .sort();
}

describe('repositories of tests', { skip: isInstalled ? false : 'git is not installed' }, () => {
  it('are sound, and archived as git archives them', async () => {
    const repository = await GitRepository.create();
    try {
      const git = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync('git', ['--git-dir', repository.gitdir, ...args]);
        assert.equal(status, 0, stderr.toString());
        return stdout;
      };
      await repository.commit({ 'a/Größe 🚀.md': 'A', 'a/b/c.md': 'C', 'gone.md': 'G' });
      const module = '0123456789abcdef0123456789abcdef01234567';
      const link = { link: 'a/b/c.md' };
      const head = await repository.commit({ 'gone.md': null, link, module: { module }, 'empty.md': '' }, 'Second');
      git('fsck', '--strict', '--no-dangling');
      assert.equal(git('rev-parse', 'main').toString().trim(), head);
      assert.equal(git('log', '--format=%s', 'main').toString(), 'Second\nChange files\n');
      const theirs = await contents(git('archive', '--format=zip', '--prefix=top/', 'main'));
      assert.deepEqual(await contents(await repository.archive(head, 'top')), theirs);
      assert.equal(theirs.length, 4);
    } finally {
      repository.remove();
    }
  });
});
