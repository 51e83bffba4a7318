// Archives of this product, with everything in them as it was: brought in by what keeps their format.
import type { Importer } from '../../contract.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'archive',
  title: 'Archive (Commonplace)',
  accepts: ['.zip'],
  whole: true,
  // biome-ignore lint/correctness/useYield: nothing is read item by item
  async *read() {
    throw new Error('An archive is brought in as a whole.');
  },
};

export default importer;
