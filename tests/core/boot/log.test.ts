// Names that hold secrets are cut out of the log, wherever they stand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const module = fileURLToPath(new URL('../../../core/boot/log.ts', import.meta.url));
const names = ['client_secret', 'access_token', 'refresh_token', 'id_token', 'logout_token', 'code_verifier', 'code'];

it('shows no secret of single sign-on', () => {
  const told = Object.fromEntries([...names, 'SAMLResponse'].map((name) => [name, 'CANARY']));
  const script = `const { createLog } = await import(process.argv[1]);
    createLog('info').info({ ...${JSON.stringify(told)}, body: ${JSON.stringify(told)}, kept: 'this' }, 'told');`;
  const run = `${JSON.stringify(process.execPath)} --input-type=module -e "$SCRIPT" ${JSON.stringify(module)} 2>&1`;
  const out = execFileSync('sh', ['-c', run], { env: { ...process.env, SCRIPT: script }, encoding: 'utf8' });
  assert.match(out, /"kept":"this"/);
  assert.doesNotMatch(out, /CANARY/);
});
