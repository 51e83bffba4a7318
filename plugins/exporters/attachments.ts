// Files of an export: what blocks refer to is looked up before they are written, what was shown is written last.

import type { Zip } from '../../core/files/zip-writer.ts';
import { Problem } from '../../core/http/problem.ts';
import type { Block } from '../blocks/block.ts';
import type { Links } from '../blocks/link-context.ts';
import { collectReferences } from '../blocks/references.ts';
import type { FileRecord } from '../files/contract.ts';
import type { Bundle, ExportNode } from './export-source.ts';
import type { Layout } from './layout.ts';

/** The body of a page with what its links lead to, once the files it shows are known. */
export async function bodyWithAttachments(
  bundle: Bundle,
  layout: Layout,
  node: ExportNode,
): Promise<{ blocks: Block[]; links: Links }> {
  const blocks = await bundle.blocks(node);
  const base = await bundle.links(node, blocks);
  const found = collectReferences(blocks);
  const embedded = found.synced.flatMap((id) => base.synced?.(id) ?? []);
  await layout.prepare([...found.files, ...collectReferences(embedded).files]);
  return { blocks, links: layout.links(node, base) };
}

/** A file that is gone from the storage is named and the rest goes on. */
export async function writeFile(bundle: Bundle, zip: Zip, path: string, record: FileRecord): Promise<void> {
  try {
    await zip.add(path, await bundle.read(record), record.created_at);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    bundle.warnings.push({ item: path, reason: error.message });
  }
}

export async function writeUpload(bundle: Bundle, layout: Layout, zip: Zip, node: ExportNode): Promise<void> {
  await layout.prepare([node.fileId as number]);
  const record = layout.record(node.fileId as number);
  if (record) await writeFile(bundle, zip, layout.path(node), record);
  else bundle.warnings.push({ item: layout.path(node), reason: 'The file is gone.' });
}

export async function writeReferencedFiles(bundle: Bundle, layout: Layout, zip: Zip): Promise<void> {
  for (const { path, record } of layout.shown()) await writeFile(bundle, zip, path, record);
}
