// The health of the service, and its maintenance, on the command line.
import { type Command, textOption, UsageProblem } from '../../../core/kernel/plugin.ts';
import { switchMaintenance } from '../read-only.ts';
import { healthOf } from './health.ts';

const system = { type: 'system' as const, reason: 'command line' };

export const healthCommands: Command[] = [
  {
    name: 'health',
    summary: 'Check mail, disk, clock, jobs, files and backups; fails when anything does not work',
    examples: ['health', 'health --json'],
    async run(app, { output }) {
      const checks = await healthOf(app.context(system), null);
      output.table(checks.map(({ label, state, detail, remedy }) => ({ check: label, state, detail, remedy })));
      const failed = checks.filter(({ state }) => state === 'error').length;
      output.result({ ok: failed === 0, checks });
      return failed ? 1 : 0;
    },
  },
  {
    name: 'maintenance on',
    summary: 'Make the service read-only, with words over every page; a running server obeys at once',
    options: [
      { flags: '--banner <text>', description: 'words over every page' },
      { flags: '--until <moment>', description: 'when it ends by itself, ISO 8601' },
    ],
    examples: ['maintenance on --banner "Moving to a larger machine" --until 2026-12-01T06:00:00Z'],
    async run(app, input) {
      const [banner = '', until = null] = [textOption(input, 'banner'), textOption(input, 'until')];
      if (until !== null && Number.isNaN(Date.parse(until)))
        throw new UsageProblem('--until must be a moment, ISO 8601');
      const state = await switchMaintenance(app.context(system), { read_only: true, banner, until });
      input.output.line('The service is read-only.');
      input.output.result({ ok: true, ...state });
      return 0;
    },
  },
  {
    name: 'maintenance off',
    summary: 'Let people write again, and take the words over every page away',
    async run(app, { output }) {
      const state = await switchMaintenance(app.context(system), {});
      output.line('The service can be changed again.');
      output.result({ ok: true, ...state });
      return 0;
    },
  },
];
