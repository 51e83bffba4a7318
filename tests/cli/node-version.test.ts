// An older Node cannot read the program: whoever starts it by such a one reads why.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const START = new URL('../../cli/commonplace.js', import.meta.url);

it('a Node that is too old is named in one sentence, and a new one goes on', () => {
  const started = (version: string) => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); process.argv.push('--version'); await import('${START.href}');`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', code, fileURLToPath(START)], { encoding: 'utf8' });
  };
  for (const version of ['18.20.1', '20.20.2', '22.18.0']) {
    const { status, stderr, stdout } = started(version);
    assert.deepEqual(
      [status, stderr, stdout],
      [1, `Commonplace needs Node 22.19 or newer; this is Node ${version}.\n`, ''],
    );
  }
  const { status, stdout, stderr } = started(process.versions.node);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /\d+\.\d+\.\d+/);
});
