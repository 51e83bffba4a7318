// What a device wanted and was not taken: a page beside the one that it is about, or inside the row, with both sides.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Block, newBlockId } from '../../blocks/block.ts';
import { databases } from '../../databases/contract.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { conflictStore } from '../store.ts';
import { wording } from './wording.ts';

type Fields = Map<string, unknown>;

export interface Sides {
  mine: Fields;
  /** what the device had seen */
  seen: Fields;
  current: Fields;
}

interface Sender {
  device_id: string;
  client_id: string;
}

/** Notes the conflict and makes the copy; returns the id of that. */
export async function openConflict(tx: Ctx, sender: Sender, page: Page, sides: Sides): Promise<number> {
  const copy = await copyOf(tx, page, sides);
  const base = new Map([...sides.mine.keys()].map((name) => [name, sides.seen.get(name) ?? null]));
  await noteConflict(tx, sender, page.id, { mine: sides.mine, base, copyId: copy.id });
  return copy.id;
}

export async function noteConflict(
  tx: Ctx,
  { device_id, client_id }: Sender,
  targetId: number,
  { mine, base, copyId }: { mine: Fields; base: Fields; copyId: number | null },
): Promise<void> {
  await conflictStore.insert(tx, {
    ...{ user_id: userOf(tx).id, device_id, client_id, target_id: targetId, copy_page_id: copyId },
    base_json: Object.fromEntries(base),
    mine_json: Object.fromEntries(mine),
  });
}

async function copyOf(tx: Ctx, page: Page, sides: Sides): Promise<Page> {
  const t = tx.app.messages.in(tx.locale);
  const called = sides.mine.get('title') ?? sides.mine.get('name') ?? page.title;
  const collection = await tx.use(databases).ofPage(tx, page.id);
  const isRow = collection !== undefined && page.kind !== 'collection';
  const parentId = isRow || !(await mayWriteBeside(tx, page)) ? page.id : page.parent_id;
  return tx.use(pages).create(tx, {
    workspaceId: page.workspace_id,
    parentId,
    title: t('sync.copy.title', { title: String(called) }).slice(0, 500),
    blocks: await copyBlocks(tx, page, sides, isRow ? collection.id : undefined),
  });
}

/** Who writes in a page may have no right where it stands: then the copy goes inside it. */
const mayWriteBeside = (tx: Ctx, { parent_id, workspace_id }: Page): Promise<boolean> =>
  parent_id === null
    ? tx.app.access.allows(tx, workspacePolicies.addContent, workspace_id)
    : tx.app.access.allows(tx, pagePolicies.edit, parent_id);

async function copyBlocks(tx: Ctx, page: Page, { mine, current }: Sides, home: number | undefined): Promise<Block[]> {
  const t = tx.app.messages.in(tx.locale);
  const wordsOf = await wording(tx, home);
  const lines = await Promise.all(
    [...mine].map(async ([name, value]) => {
      const [property, own] = await wordsOf(name, value);
      const [, now] = await wordsOf(name, current.get(name) ?? null);
      return [property, own, now];
    }),
  );
  const rows = [[t('sync.copy.field'), t('sync.copy.mine'), t('sync.copy.theirs')], ...lines].map((line) =>
    line.map((text) => ({ content: text ? [{ type: 'text' as const, text }] : [] })),
  );
  return [
    { id: newBlockId(), type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: page.id }] },
    { id: newBlockId(), type: 'table', data: { header: { row: true, column: true }, rows: rows as never } },
  ];
}
