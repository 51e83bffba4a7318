// Search by meaning: texts of pages as vectors of the configured model, compared within what each person may see.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { meaningIndex } from '../search/contract.ts';
import { embeddingCommands } from './commands.ts';
import { embeddingCheck } from './doctor.ts';
import { nearestPages } from './nearest.ts';
import { embeddingJobs, lookAtStart, pageChanges } from './reading.ts';
import { embeddingConfig, embeddingSettings } from './settings.ts';
import { embeddingTables } from './tables.ts';

export default definePlugin({
  name: 'embeddings',
  version: '1.0.0',
  summary: 'Finds pages by what they mean, with the embeddings of a model that whoever runs the service has set up',
  dependencies: { pages: '^1.0.0', search: '^1.0.0' },
  config: embeddingConfig,
  setup(app) {
    // Where no model is set up, an extension may provide another index.
    if (!embeddingSettings(app)) return;
    app.provide(meaningIndex, { isOn: () => embeddingSettings(app) !== undefined, nearest: nearestPages });
    const look = () => app.context({ type: 'system', reason: 'embeddings' }).tx(lookAtStart);
    app.server.ext('onPostStart', look);
  },
  adds: [adding(doctorChecks, embeddingCheck)],
  streams: { pages: pageChanges },
  jobs: embeddingJobs,
  commands: embeddingCommands,
  tables: embeddingTables,
});
