// What databases do for pages: their sections, values and copies, and what follows when they move or go.
import { fileHolders } from '../../core/files/file-response.ts';
import { type Addition, adding } from '../../core/kernel/plugin.ts';
import { references } from '../../core/views/help-reference.ts';
import { frameValues } from '../../core/views/views.ts';
import { readableFiles } from '../files/contract.ts';
import {
  databasePages,
  deletionImpact,
  namedSource,
  pageSections,
  pagesCopied,
  pagesMoving,
  pagesPurged,
  pagesRestored,
  pagesSaved,
  pagesTrashed,
  pagesTurned,
} from '../pages/contract.ts';
import { databaseCopier } from './copy-database.ts';
import { dashboardCopier } from './dashboards/dashboards.ts';
import { formulaReference } from './formula/index.ts';
import { followTitles, rowsPurged, rowsRestored, rowsTrashed, rowsTurned } from './page-lifecycle.ts';
import { rowHeaderSection } from './rows/row-header.ts';
import { pageImpact } from './schema/deletion-impact.ts';
import { collectionStore } from './schema/store.ts';
import { databaseSection } from './views/database-page.ts';
import { namedInPages } from './views/embedded-views.ts';
import { refuseHidden } from './visibility/move-check.ts';
import { filesForFew, leaveOutNamed } from './visibility/restricted-files.ts';

export const databasePageAdditions: Addition[] = [
  adding(pagesSaved, followTitles),
  adding(pagesMoving, refuseHidden),
  adding(pagesTrashed, rowsTrashed),
  adding(deletionImpact, async (ctx, pageIds) => ({ databases: await pageImpact(ctx, pageIds) })),
  adding(pagesRestored, rowsRestored),
  adding(pagesTurned, rowsTurned),
  adding(pagesPurged, rowsPurged),
  adding(pagesCopied, databaseCopier),
  adding(pagesCopied, dashboardCopier),
  adding(
    databasePages,
    async (ctx, ids) => new Map((await collectionStore.ofPages(ctx, ids)).map(({ id, page_id }) => [page_id, id])),
  ),
  ...namedInPages.map((source) => adding(namedSource, source)),
  adding(pageSections, databaseSection),
  adding(frameValues, rowHeaderSection),
  adding(references, formulaReference),
  adding(fileHolders, leaveOutNamed),
  adding(readableFiles, filesForFew),
];
