// Begins plugins, importers and connectors in the extensions folder.
import { resolve } from 'node:path';
import { type ScaffoldKind, scaffold } from '../../core/cli/scaffold.ts';
import type { CoreCommand } from '../runtime.ts';
import { beginMigration } from './migrate.ts';

const next: Record<ScaffoldKind, string> = {
  connector: 'Change summary() to your site, then: node --test',
  importer: 'Change parse() to your format, then: node --test',
  plugin: 'commonplace test <name> runs its test; restart the server, then open /api/v2/<name>/greeting.',
};

const begin = (kind: ScaffoldKind, summary: string): CoreCommand => ({
  name: `new ${kind}`,
  summary,
  arguments: [{ name: 'name', description: 'kebab-case name, also that of its folder' }],
  options: [{ flags: '--directory <folder>', description: 'where to put it; default: EXTENSIONS_DIR' }],
  examples: [`new ${kind} reading-list`, `new ${kind} reading-list --directory ./extensions`],
  async run(host, { args: [name = ''], options, output }) {
    const folder = typeof options.directory === 'string' ? resolve(options.directory) : host.settings().EXTENSIONS_DIR;
    const files = await scaffold(kind, name, folder);
    for (const file of files) output.line(`wrote ${file}`);
    output.line(next[kind].replaceAll('<name>', name));
    output.result({ files });
    return 0;
  },
});

export const newCommands: CoreCommand[] = [
  begin('plugin', 'Write a small working plugin with a route and a test'),
  begin('importer', 'Write a small working importer with a fixture and a test'),
  begin('connector', 'Write a small working connector with a test'),
  { ...beginMigration, name: 'new migration', examples: ['new migration reading_lists'] },
];
