// The record of API calls on the command line.

import { printRecord, sinceOf, sinceOption } from '../../core/http/log-export.ts';
import { type Command, textOption } from '../../core/kernel/plugin.ts';
import { allCalls } from './store.ts';

export const apiCommands: Command[] = [
  {
    name: 'audit calls',
    summary: 'Write the record of API calls as CSV, the oldest first',
    options: [
      { flags: '--resource <type>', description: 'about things of this kind only, such as pages' },
      { flags: '--refused', description: 'only calls that were refused' },
      sinceOption,
    ],
    examples: ['audit calls --resource tokens --since 2026-11-01'],
    async run(app, input) {
      const filter = {
        resource_type: textOption(input, 'resource'),
        refused: Boolean(input.options.refused),
        since: sinceOf(input),
      };
      const ctx = app.context({ type: 'system', reason: 'command line' });
      return printRecord(allCalls(ctx, filter), input.output);
    },
  },
];
