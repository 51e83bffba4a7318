// What doctor says of search by meaning: whether it is set up, and how far it has read.
import type { DoctorCheck } from '../../core/cli/doctor.ts';
import { embeddingSettings } from './settings.ts';
import { embeddingStore } from './store.ts';

export const embeddingCheck: DoctorCheck = {
  name: 'search by meaning',
  async run(ctx) {
    const settings = embeddingSettings(ctx.app);
    if (!settings) return { ok: true, detail: 'not set up: search goes by words' };
    const { read, waiting, parts } = await embeddingStore.counts(ctx, settings.model);
    const detail = `${settings.model} has read ${read} pages in ${parts} parts, ${waiting} are waiting`;
    return { ok: true, detail, count: read };
  },
};
