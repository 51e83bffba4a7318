// Lists what was found, in boot order, and says of each skipped thing why.
import { fitTogether } from '../../core/boot/plugin-discovery.ts';
import type { DiscoveredPlugin } from '../../core/kernel/discovered-plugin.ts';
import type { CoreCommand } from '../runtime.ts';

interface Row {
  name: string;
  version: string;
  kind: string;
  state: string;
  summary: string;
  reason: string;
}

function row({ origin, kind, state, reason, plugin, extension }: DiscoveredPlugin): Row {
  const { name = origin, version = '', summary = '' } = plugin?.manifest ?? {};
  if (!extension) return { name, version, kind, state, summary, reason };
  const title = typeof extension.title === 'string' ? extension.title : '';
  return { name: extension.name, version, kind: `${kind} ${extension.kind}`, state, summary: title, reason };
}

export const plugins: CoreCommand = {
  name: 'plugins',
  summary: 'List plugins and extensions with version, state and, if skipped, the reason',
  examples: ['plugins', 'plugins --json'],
  async run(host, { output }) {
    const { found, sorted } = fitTogether(host.found);
    const place = ({ plugin }: DiscoveredPlugin): number => (plugin ? sorted.indexOf(plugin) : sorted.length);
    const rows = [...found].sort((a, b) => place(a) - place(b)).map(row);
    const skipped = rows.filter(({ state }) => state === 'skipped');
    if (rows.length) output.table(rows.map(({ reason: _, ...shown }) => shown));
    else output.line('No plugins were found.');
    for (const { name, reason } of skipped) output.line(`\n${name} was skipped: ${reason}`);
    output.result({ plugins: rows, skipped: skipped.length });
    return 0;
  },
};
