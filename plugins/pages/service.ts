// The service of pages, as other plugins call it.

import { pageSubjects, readersOf, unchanged } from './access.ts';
import { discardPages, fillPages, pagesByIds, previousVersion, replaceFile, reservePages } from './bulk-import.ts';
import { linksFor } from './content/link-resolver.ts';
import {
  blocksNow,
  checkpoint,
  holdPage,
  holdPages,
  holdWritten,
  liveBody,
  namedBefore,
  projectPage,
} from './content/live-document.ts';
import { refreshLivePages } from './content/page-body.ts';
import { beginningColumn, namedOpenings } from './content/page-openings.ts';
import { readPage, showsFile } from './content/rendered-page.ts';
import { changePage, savePage } from './content/update-page.ts';
import type { Pages } from './contract.ts';
import { emitPage } from './events.ts';
import { publishedPages } from './extra-access.ts';
import { picturesOf } from './files/file-preview.ts';
import { recentPages, recentPlaces } from './page-list.ts';
import {
  breadcrumb,
  countBelow,
  lastChanges,
  listLevelItems,
  narrowPages,
  pathsAlong,
  pathsOf,
  trailsOf,
  trashedPages,
  visibleAfter,
  visibleVersions,
} from './page-queries.ts';
import { presentPage } from './present.ts';
import { pageStore } from './store.ts';
import { movePage } from './tree/move.ts';
import { createPage, lockTree } from './tree/page-tree.ts';
import { moveRows } from './tree/row-order.ts';
import { addRowPages, becomeCollection } from './tree/row-pages.ts';
import { restoreRows, trashRows } from './tree/row-trash.ts';
import { changeRightsBelow } from './tree/subtree-rights.ts';
import { emptyTrash, removePage, restorePage, trashPage } from './tree/trash.ts';
import { levelPart } from './tree/tree-levels.ts';
import { versionStore } from './versions/version-store.ts';

export const pageService: Pages = {
  create: createPage,
  addRows: addRowPages,
  lockTree,
  intoCollection: pageStore.setCollection,
  change: changePage,
  becomeCollection,
  restore: restorePage,
  restoreRows,
  remove: removePage,
  emit: emitPage,
  save: savePage,
  reserve: reservePages,
  fill: fillPages,
  discard: discardPages,
  replaceFile,
  previous: previousVersion,
  byIds: pagesByIds,
  byId: async (ctx, id) => {
    const row = await pageStore.byId(ctx, id);
    return row && presentPage(row);
  },
  blocks: blocksNow,
  beginning: beginningColumn,
  openings: namedOpenings,
  links: linksFor,
  refresh: refreshLivePages,
  trash: trashPage,
  countBelow,
  trashRows,
  moveRows,
  recent: recentPages,
  recentPlaces,
  trashed: trashedPages,
  emptyTrash,
  items: listLevelItems,
  lastChanges,
  pictures: picturesOf,
  level: levelPart,
  breadcrumb,
  readers: readersOf,
  narrow: narrowPages,
  publishedPages,
  trails: trailsOf,
  paths: pathsOf,
  trail: pageStore.trail,
  pathsAlong,
  visibleAfter,
  versions: visibleVersions,
  move: movePage,
  changeRights: changeRightsBelow,
  read: readPage,
  showsFile,
  subjects: pageSubjects,
  unchanged,
  held: async (ctx, id) => {
    const row = await holdWritten(ctx, id);
    return row && presentPage(row);
  },
  hold: holdPage,
  holdAll: holdPages,
  body: liveBody,
  project: projectPage,
  namedBefore,
  checkpoint,
  wrote: versionStore.wrote,
};
