// Asks every part of the product whether what it stored is sound; changes nothing.

import { diagnose, type Finding, schemaFinding } from '../../core/cli/doctor.ts';
import { DatabaseProblem, databaseExists } from '../../core/database/database.ts';
import type { App } from '../../core/kernel/app.ts';
import type { CoreCommand, Host } from '../runtime.ts';

/** The other checks read tables of the newest schema, so they wait until there is one. */
async function findings(host: Host, step: (done: number, total: number) => void, isQuick: boolean): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = host.settings();
  if (!databaseExists({ url: DATABASE_URL, dataDir: DATA_DIR }))
    throw new DatabaseProblem(`There is no database in ${DATA_DIR}.`);
  const schema = await host.database(schemaFinding);
  if (!schema.ok) return [schema];
  const work = async (app: App) => [schema, ...(await diagnose(app, step, isQuick))];
  // A route that a server would refuse at its start is found here as well.
  return host.app(work, { migrate: false, routes: true });
}

export const doctor: CoreCommand = {
  name: 'doctor',
  summary: 'Check database, files, index and page tree for damage; fails when anything is wrong',
  options: [{ flags: '--quick', description: 'do not read all of every file and index' }],
  examples: ['doctor', 'doctor --quick', 'doctor --json'],
  async run(host, { output, options }) {
    const progress = output.progress('Checking');
    const found = await findings(host, (done, total) => progress.update(done, total), options.quick === true).finally(
      () => progress.end(),
    );
    const failed = found.filter(({ ok }) => !ok).length;
    output.table(found.map(({ name, ok, detail }) => ({ check: name, state: ok ? 'ok' : 'FAILED', detail })));
    output.result({ checks: found, failed });
    return failed ? 1 : 0;
  },
};
