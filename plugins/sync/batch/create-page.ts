// Pages and rows that were made without a connection, with the text that was written in them.
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { SCHEMA_VERSION } from '../../blocks/ydoc/version.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { type Page, type PageBody, pagePolicies, pages, withoutHiddenReferences } from '../../pages/contract.ts';
import { rooms } from '../../rooms/contract.ts';
import { templateBodies } from '../../templates/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { type DeviceChange, type Maker, resolveClientId } from './change.ts';
import type { ClientReference, Payloads } from './payloads.ts';

interface Place {
  parentId: number | null;
  /** where it was to go there is nothing any more */
  isOrphaned: boolean;
}

/**
 * Below its parent; at the top of its workspace, where the parent is gone by now.
 * @throws Problem forbidden, page_locked, validation_failed
 */
export async function newPagePlace(
  tx: Ctx,
  change: Pick<DeviceChange, 'device_id'>,
  { workspace_id, parent_id }: { workspace_id: number; parent_id?: ClientReference | null },
): Promise<Place> {
  if (parent_id === undefined || parent_id === null) {
    await tx.app.access.require(tx, workspacePolicies.addContent, workspace_id);
    return { parentId: null, isOrphaned: false };
  }
  try {
    const parentId = await resolveClientId(tx, change, parent_id, 'page');
    await tx.app.access.require(tx, pagePolicies.addBelow, parentId);
    return { parentId, isOrphaned: false };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    await tx.app.access.require(tx, workspacePolicies.addContent, workspace_id);
    return { parentId: null, isOrphaned: true };
  }
}

/** The text that came along, without what the actor does not see. */
async function bodyOf(tx: Ctx, workspaceId: number, { update, schema_version, title }: Payloads['page_create']) {
  if (update === undefined) return undefined;
  if (schema_version !== undefined && schema_version !== SCHEMA_VERSION)
    throw new Problem('conflict', `Documents are of version ${SCHEMA_VERSION} here: this one cannot be taken.`);
  const parts = [update].flat().map((one) => Buffer.from(one, 'base64'));
  const { update: bytes, body } = await tx.use(rooms).begun(parts);
  return { bytes, body: { title, blocks: await withoutHiddenReferences(tx, workspaceId, body.blocks) } };
}

export const createPageOf: Maker<'page_create'> = async (tx, change) => {
  const { payload } = change;
  const text = await bodyOf(tx, payload.workspace_id, payload);
  const { page, isOrphaned } = await (payload.collection_id === undefined
    ? createAlone(tx, change, text?.body)
    : createRow(tx, change, payload.collection_id, text?.body));
  if (text) await tx.use(rooms).found(tx, { kind: 'page', id: page.id }, text.bytes, text.body);
  return { status: isOrphaned ? 'orphaned' : 'applied', target: page.id, id: page.id };
};

async function createAlone(
  tx: Ctx,
  change: DeviceChange<'page_create'>,
  body: PageBody | undefined,
): Promise<{ page: Pick<Page, 'id'>; isOrphaned: boolean }> {
  const { workspace_id, title, page_icon, template_id } = change.payload;
  const { parentId, isOrphaned } = await newPagePlace(tx, change, change.payload);
  const blocks = body?.blocks ?? (template_id ? await templateBlocks(tx, template_id, workspace_id, title) : []);
  const made = { workspaceId: workspace_id, parentId, title, icon: page_icon, blocks };
  return { page: await tx.use(pages).create(tx, made), isOrphaned };
}

async function templateBlocks(tx: Ctx, id: number, workspaceId: number, title: string): Promise<Block[]> {
  await tx.app.access.require(tx, { resource: 'template', role: 'viewer' }, id);
  const blocks = await tx.use(templateBodies).of(tx, id, { workspaceId, title });
  if (!blocks) throw notFound();
  return blocks;
}

async function createRow(
  tx: Ctx,
  change: DeviceChange<'page_create'>,
  home: ClientReference,
  body: PageBody | undefined,
): Promise<{ page: Pick<Page, 'id'>; isOrphaned: boolean }> {
  const { title, page_icon, values = {}, template_id, workspace_id } = change.payload;
  const collectionId = await resolveClientId(tx, change, home, 'collection');
  const { workspaceId } = await tx.app.access.require(tx, collectionPolicies.edit, collectionId);
  if (workspaceId !== workspace_id)
    throw new Problem('validation_failed', 'page_create: "workspace_id" is not the workspace of the database');
  const service = tx.use(databases);
  const started = await service.started(
    tx,
    collectionId,
    { title, values, ...(page_icon ? { icon: page_icon } : {}) },
    body ? null : template_id,
  );
  const [id] = await service.addRows(tx, collectionId, [{ ...started, ...(body ? { blocks: body.blocks } : {}) }]);
  return { page: { id: id as number }, isOrphaned: false };
}
