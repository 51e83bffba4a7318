// The record of API calls on the command line.
import { type Command, UsageProblem } from '../../core/plugin.ts';
import { csvHead, csvLines } from './calls.ts';
import type { CallFilter, CallRecord } from './contract.ts';
import { wholeRecord } from './store.ts';

export const apiCommands: Command[] = [
  {
    name: 'audit calls',
    summary: 'Write the record of API calls as CSV, the oldest first',
    options: [
      { flags: '--resource <type>', description: 'about things of this kind only, such as pages' },
      { flags: '--refused', description: 'only calls that were refused' },
      { flags: '--since <time>', description: 'from this moment on, ISO 8601' },
    ],
    examples: ['audit calls --resource tokens --since 2026-11-01'],
    async run(app, { options, output }) {
      const text = (name: string) => (typeof options[name] === 'string' ? (options[name] as string) : undefined);
      const since = text('since');
      if (since !== undefined && Number.isNaN(Date.parse(since))) throw new UsageProblem('--since is no moment');
      const ctx = app.context({ type: 'system', reason: 'command line' });
      const filter: CallFilter = { resource_type: text('resource'), refused: Boolean(options.refused), since };
      const records: CallRecord[] = [];
      output.line(csvHead.trimEnd());
      for await (const rows of wholeRecord(ctx, filter)) {
        output.line(csvLines(rows).trimEnd());
        if (output.json) records.push(...rows);
      }
      output.result({ ok: true, records });
      return 0;
    },
  },
];
