// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const embeddingTables: Tables = {
  page_embeddings: 'made of the pages',
  page_embedding_parts: 'made of the pages',
};
