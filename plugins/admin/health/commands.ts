// The health of the service on the command line.
import type { Command } from '../../../core/kernel/plugin.ts';
import { healthOf } from './health.ts';

export const healthCommands: Command[] = [
  {
    name: 'health',
    summary: 'Check mail, disk, clock, jobs, files and backups; fails when anything does not work',
    examples: ['health', 'health --json'],
    async run(app, { output }) {
      const checks = await healthOf(app.context({ type: 'system', reason: 'command line' }), null);
      output.table(checks.map(({ label, state, detail, remedy }) => ({ check: label, state, detail, remedy })));
      const failed = checks.filter(({ state }) => state === 'error').length;
      output.result({ ok: failed === 0, checks });
      return failed ? 1 : 0;
    },
  },
];
