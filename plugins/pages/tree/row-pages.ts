// Pages that are rows of a database: made many at once, and how a page becomes a database.
import { refuseLocked } from '../../../core/access/access-control.ts';
import { portions } from '../../../core/database/chunks.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { collectReferences } from '../../blocks/references.ts';
import { bulkStore } from '../bulk-store.ts';
import { nameOwnFiles } from '../content/file-url-references.ts';
import { flushLiveDocument, keepWritten } from '../content/live-document.ts';
import { belongingToAll, notifyPagesSaved, serialize, writeDerivedData } from '../content/page-body.ts';
import type { NewRowPage, Page, Pages, RowsHome } from '../contract.ts';
import { emitPages } from '../events.ts';
import { presentPage } from '../present.ts';
import { type NewPage, type PageRow, pageStore } from '../store.ts';
import { lockOf, newRow } from './page-tree.ts';

/** Rows in one statement: SQLite takes a limited number of values. */
const AT_ONCE = 500;

/**
 * The caller's right on the database has been checked by access. `keep` writes what belongs to the rows before they are
 * announced. @throws Problem not_found, page_locked, validation_failed
 */
export const addRowPages: Pages['addRows'] = (ctx, home, rows, keep) =>
  ctx.tx(async (tx) => {
    if (home.page.deleted_at) throw notFound();
    refuseLocked(tx, lockOf(home.page));
    for (const { blocks } of rows) if (blocks) await nameOwnFiles(tx, blocks);
    const made: PageRow[] = [];
    for (const some of portions(rows, AT_ONCE)) {
      const fresh = some.map((row, index) => freshRow(tx, home, row, home.position + made.length + index));
      made.push(
        ...(await insert(
          tx,
          fresh,
          some.map(({ id }) => id),
        )),
      );
    }
    const shown = made.map(presentPage);
    await keep(tx, shown);
    await announce(tx, made, rows);
    return shown;
  });

function freshRow(ctx: Ctx, { id: collection_id, page }: RowsHome, row: NewRowPage, position: number): NewPage {
  const now = ctx.now();
  const updated_at = row.updatedAt ?? now;
  return {
    workspace_id: page.workspace_id,
    parent_id: page.id,
    kind: 'page',
    title: row.title,
    content_format: 'blocks',
    page_icon: row.icon ?? '',
    position,
    access_root_id: page.access_root_id,
    content: serialize(row.blocks ?? [], updated_at),
    created_at: row.createdAt ?? now,
    updated_at,
    collection_id,
    ...(row.createdBy && { created_by: row.createdBy }),
    ...(row.updatedBy && { updated_by: row.updatedBy }),
  };
}

/** `reserved`: the page that each becomes, where there is one already. */
async function insert(ctx: Ctx, rows: NewPage[], reserved: (number | undefined)[]): Promise<PageRow[]> {
  const made = await bulkStore.insert(
    ctx,
    rows.filter((_row, index) => reserved[index] === undefined),
  );
  await bulkStore.fillMany(
    ctx,
    rows.flatMap((row, index) => {
      const id = reserved[index];
      return id === undefined ? [] : [{ ...row, id }];
    }),
  );
  return rows.map((row, index) => newRow(reserved[index] ?? (made.shift() as number), row, actorId(ctx)));
}

async function announce(ctx: Ctx, made: PageRow[], given: NewRowPage[]): Promise<void> {
  const bare: Parameters<typeof notifyPagesSaved>[1] = [];
  const said = await belongingToAll(ctx, made, true);
  for (const [index, row] of made.entries()) {
    const blocks = given[index]?.blocks ?? [];
    const belonging = said.get(row.id) ?? [];
    const shown = collectReferences(blocks).files.length + collectReferences(belonging).files.length;
    if (blocks.length || shown) await writeDerivedData(ctx, row, blocks, '', shown === 0);
    else bare.push({ row, blocks, belonging, fresh: true });
  }
  if (bare.length) await notifyPagesSaved(ctx, bare);
  await emitPages(ctx, 'page.created', made);
}

/** Its text stays in its versions; what lies inside it stays inside it. */
export async function becomeCollection(ctx: Ctx, id: number): Promise<Page> {
  await flushLiveDocument(ctx, id);
  return ctx.tx(async (tx) => {
    const row = await pageStore.hold(tx, id);
    if (!row || row.deleted_at) throw notFound();
    if (row.kind !== 'page' && row.kind !== 'folder')
      throw new Problem('conflict', 'Only pages and folders become databases.');
    if (row.collection_id !== null) throw new Problem('conflict', 'A row of a database cannot become one itself.');
    await keepWritten(tx, row, []);
    const changed = await pageStore.change(tx, id, { kind: 'collection', content_format: 'collection', content: '' });
    await writeDerivedData(tx, changed, [], '');
    // Its database is made in this transaction, too.
    tx.beforeCommit((last) => emitPages(last, 'page.updated', [changed], { changed: ['kind', 'content_format'] }));
    return presentPage(changed);
  });
}
