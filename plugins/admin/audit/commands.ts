// What somebody answers for, in one list, on the command line.
import { once } from 'node:events';
import { AUDIT_SOURCES, type AuditWindow } from '../../../core/events/audit-feed.ts';
import { sinceOf, sinceOption } from '../../../core/http/log-export.ts';
import { type Command, textOption } from '../../../core/kernel/plugin.ts';
import { auditEntries, auditLines } from './audit-query.ts';

export const auditCommands: Command[] = [
  {
    name: 'audit all',
    summary: 'Write calls, changes of rights, sign-ins and acts of administrators in one list, the newest first',
    options: [
      { flags: '--source <name>', description: 'of this kind only', choices: [...AUDIT_SOURCES] },
      { flags: '--format <format>', description: 'csv or lines of JSON', choices: ['csv', 'ndjson'], default: 'csv' },
      sinceOption,
    ],
    examples: ['audit all --format ndjson --since 2026-11-01 > audit.ndjson'],
    async run(app, input) {
      const ctx = app.context({ type: 'system', reason: 'command line' });
      const source = textOption(input, 'source') as AuditWindow['source'];
      const format = textOption(input, 'format') === 'ndjson' ? 'ndjson' : 'csv';
      const asked = { source, since: sinceOf(input) };
      if (input.output.json) {
        const records = (await Array.fromAsync(auditEntries(ctx, asked))).flat();
        input.output.result({ ok: true, entries: records.length, records });
        return 0;
      }
      for await (const text of auditLines(ctx, asked, format))
        if (!process.stdout.write(text)) await once(process.stdout, 'drain');
      return 0;
    },
  },
];
