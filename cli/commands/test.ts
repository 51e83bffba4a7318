// Runs the tests of an extension, which need nothing beside them: commonplace and joi are found here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../core/http/problem.ts';
import type { CoreCommand } from '../runtime.ts';

const IMPORTS = new URL('../extension-imports.ts', import.meta.url).href;

export const testCommand: CoreCommand = {
  name: 'test',
  summary: 'Run the tests of an extension with the test runner of Node, and commonplace/testing in them',
  arguments: [{ name: 'extension', description: 'its folder, or its name in EXTENSIONS_DIR' }],
  examples: ['test reading-list', 'test ./extensions/reading-list'],
  async run(host, { args: [given = ''], output }) {
    const folder = [given, join(host.settings().EXTENSIONS_DIR, given)].find((one) => existsSync(one));
    if (!folder) throw new Problem('not_found', `There is no extension ${given}.`);
    const options = { cwd: folder, stdio: ['ignore', output.json ? 2 : 1, 2] as ['ignore', number, number] };
    const child = spawn(process.execPath, ['--import', IMPORTS, '--test'], options);
    const [code] = await once(child, 'exit');
    output.result({ passed: code === 0 });
    return code === 0 ? 0 : 1;
  },
};
