// Search by meaning on the command line: how far the pages are read, and reading all of them anew.
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { EmbeddingFault } from './provider.ts';
import { lookForUnread, readWaiting } from './reading.ts';
import { embeddingSettings } from './settings.ts';
import { embeddingStore } from './store.ts';

const system = { type: 'system' as const, reason: 'command line' };

export const embeddingCommands: Command[] = [
  {
    name: 'embeddings status',
    summary: 'Show which model reads pages for search by meaning, and how far it is',
    async run(app, { output }) {
      const settings = embeddingSettings(app);
      if (!settings) {
        output.line('Search by meaning is not set up: EMBEDDINGS_PROVIDER and EMBEDDINGS_MODEL are empty.');
        output.result({ ok: true, provider: null });
        return 0;
      }
      const { provider, model } = settings;
      const counts = await embeddingStore.counts(app.context(system), model);
      output.line(`${model} (${provider}): ${counts.read} pages read, ${counts.waiting} waiting.`);
      output.result({ ok: true, provider, model, ...counts });
      return 0;
    },
  },
  {
    name: 'embeddings rebuild',
    summary: 'Read the text of every page anew for search by meaning; a server may be running',
    async run(app, { output, signal }) {
      const settings = embeddingSettings(app);
      if (!settings) throw new UsageProblem('EMBEDDINGS_PROVIDER and EMBEDDINGS_MODEL must be set.');
      const ctx = app.context(system);
      await ctx.tx(async (tx) => void (await embeddingStore.forget(tx)));
      await lookForUnread(ctx);
      try {
        await readWaiting(ctx, signal);
      } catch (error) {
        if (!(error instanceof EmbeddingFault)) throw error;
        output.line(`${error.message} What is waiting is read by the server, or by this command again.`);
        output.result({ ok: false, error: error.message });
        return 1;
      }
      const counts = await embeddingStore.counts(ctx, settings.model);
      output.line(`${settings.model} has read ${counts.read} pages.`);
      output.result({ ok: true, model: settings.model, ...counts });
      return 0;
    },
  },
];
