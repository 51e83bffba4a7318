// What tests count of an import: the report's numbers, blocks of each type, and people's words for the rest.

import { type Block, walk } from '../../plugins/blocks/block.ts';
import type { ImportReport } from '../../plugins/importers/contract.ts';
import type { JobRow } from '../../plugins/importers/store.ts';
import type { StoredPage } from './imports.ts';

/** Numbers by name: `pages`, `broken links`, `problems`, `lost superscript`, `block todo`, `depth`… */
export type Measures = Record<string, number>;

export function measured(job: JobRow, report: ImportReport, pages: StoredPage[]): Measures {
  const found: Measures = {
    failed: job.status === 'failed' ? 1 : 0,
    ...report.counts,
    created: report.created,
    updated: report.updated,
    'broken links': report.broken_links.filter(({ kind }) => kind !== 'image').length,
    'broken pictures': report.broken_links.filter(({ kind }) => kind === 'image').length,
    problems: report.warnings_total,
    blocks: 0,
    depth: 0,
    'below others': pages.filter((page) => page.kind === 'page' && pages.some((above) => isAbove(above, page))).length,
  };
  const add = (name: string): void => {
    found[name] = (found[name] ?? 0) + 1;
  };
  for (const { kind } of report.warnings) add(`problem ${kind}`);
  for (const [kind, times] of Object.entries(report.unsupported)) found[`lost ${kind}`] = times;
  for (const { blocks } of pages) {
    found.depth = Math.max(found.depth ?? 0, depthOf(blocks));
    for (const block of walk(blocks as Block[])) {
      add('blocks');
      add(`block ${block.type}`);
      if (block.type === 'todo') add(block.data.checked ? 'done' : 'open');
      if (block.type === 'table')
        found.rows_of_tables = (found.rows_of_tables ?? 0) + (block.data.rows as unknown[]).length;
    }
  }
  return found;
}

const isAbove = (above: StoredPage, page: StoredPage): boolean =>
  above.id === page.parent_id && above.kind !== 'folder';

const depthOf = (blocks: Block[]): number =>
  blocks.reduce((most, { children }) => Math.max(most, 1 + (children ? depthOf(children) : 0)), 0);
