// What is put on paper: the pages of an export one after the other, with links that lead from one to the other.
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../core/http/problem.ts';
import type { Block } from '../blocks/block.ts';
import { pageOfAddress } from '../blocks/link-address.ts';
import type { Links } from '../blocks/link-context.ts';
import { collectReferences } from '../blocks/references.ts';
import { type FileRecord, files, fileUrl } from '../files/contract.ts';
import { coverDrawing } from '../pages/contract.ts';
import type { Bundle, ExportNode } from './export-source.ts';
import { documentAnchor } from './file-names.ts';
import { readExportTable } from './table.ts';

/** Rows that a table on paper shows. */
const ROWS_MAX = 2000;

export interface PaperTable {
  columns: string[];
  /** with the page of each that is there, too */
  rows: { page: number | null; cells: string[] }[];
}

export class Paper {
  readonly bundle: Bundle;
  /** ids of the pages that are there, in the order of reading */
  readonly pages = new Set<number>();
  /** bytes of pictures that there is still room for: the document lies in memory as a whole */
  #left: number;

  private constructor(bundle: Bundle, room: number) {
    this.bundle = bundle;
    this.#left = room;
  }

  /** @param room for pictures, in bytes */
  static async of(bundle: Bundle, room: number): Promise<Paper> {
    const paper = new Paper(bundle, room);
    // A row without a text of its own is all there in its table.
    for (const node of bundle.nodes.values())
      if (node.collection_id === null || (await paper.#blocks(node)).length) paper.pages.add(node.id);
    return paper;
  }

  /** Read when it is their turn: those of a whole workspace may be more than fits into memory. */
  #blocks(node: ExportNode): Promise<Block[]> {
    return node.fileId ? Promise.resolve([uploadOf(node)]) : this.bundle.blocks(node);
  }

  /** What stands in front of a workspace: its pages without the rows of databases, which their tables list. */
  contents(): { node: ExportNode; depth: number }[] {
    if (this.bundle.target.kind !== 'workspace') return [];
    const listed = [...this.bundle.nodes.values()].filter(({ collection_id }) => collection_id === null);
    return listed.map((node) => ({ node, depth: this.bundle.above(node).length }));
  }

  /** How far a page is below the title of the document. */
  depth(node: ExportNode): number {
    return this.bundle.above(node).length + (this.bundle.target.kind === 'workspace' ? 1 : 0);
  }

  address(href: string): string | undefined {
    if (!href.startsWith('/')) return undefined;
    const page = pageOfAddress(href);
    return page !== null && this.pages.has(page) ? `#${documentAnchor(page)}` : `${this.bundle.ctx.app.baseUrl}${href}`;
  }

  /** The body of a page, what its links lead to on paper, and the files that it shows. */
  async body(node: ExportNode): Promise<{ blocks: Block[]; links: Links; shown: FileRecord[] }> {
    const blocks = await this.#blocks(node);
    const base = await this.bundle.links(node, blocks);
    const found = collectReferences(blocks);
    const embedded = found.synced.flatMap((id) => base.synced?.(id) ?? []);
    const ids = [...new Set([...found.files, ...collectReferences(embedded).files])];
    return { blocks, links: this.#links(base), shown: ids.length ? await this.bundle.files(ids) : [] };
  }

  #links(base: Links): Links {
    const inside = <T extends { href: string }>(found: T | null | undefined): T | null =>
      found ? { ...found, href: this.address(found.href) ?? found.href } : null;
    return {
      ...base,
      page: (id) => inside(base.page(id)),
      database: (id) => {
        const page = this.bundle.databasePage(id);
        return page ? { href: `#${documentAnchor(page.id)}`, title: page.title } : inside(base.database?.(id));
      },
    };
  }

  /** Of a stored file, for those who have the service. */
  fileAddress(record: FileRecord): string {
    return `${this.bundle.ctx.app.baseUrl}${fileUrl(record)}`;
  }

  /** A picture as `make` wants it; one that is gone, damaged or too much is named and left out. */
  async picture(node: ExportNode, record: FileRecord, make?: (content: Buffer) => Promise<Buffer>) {
    try {
      const content = await buffer(await this.bundle.read(record));
      const made = make ? await make(content) : content;
      if (made.length > this.#left) throw new Problem('validation_failed', 'There are too many pictures.');
      this.#left -= made.length;
      return made;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.warn(node, `${record.name}: ${error.message}`);
      return undefined;
    }
  }

  /** The picture above a page: a drawing of the gallery, or an uploaded file. */
  async cover({ cover_url }: ExportNode): Promise<{ drawing: string } | { record: FileRecord } | undefined> {
    const drawing = coverDrawing(cover_url);
    if (drawing || !cover_url) return drawing ? { drawing } : undefined;
    const { ctx } = this.bundle;
    const named = await ctx.use(files).byUrl(ctx, cover_url);
    const [record] = named ? await this.bundle.files([named.id]) : [];
    return record && { record };
  }

  async table(node: ExportNode, databaseId: number): Promise<PaperTable> {
    const { columns, rows } = await readExportTable(this.bundle, databaseId);
    if (rows.length > ROWS_MAX)
      this.warn(node, `The document shows ${ROWS_MAX} of ${rows.length} rows; as CSV or XLSX all of them are there.`);
    return {
      columns: columns.map(({ name }) => name),
      rows: rows.slice(0, ROWS_MAX).map(({ id, cells }) => ({
        page: this.pages.has(id) ? id : null,
        cells: cells.map((cell) => (cell === null ? '' : String(cell))),
      })),
    };
  }

  warn(node: ExportNode, reason: string): void {
    this.bundle.warnings.push({ item: node.title || 'Untitled', reason });
  }
}

/** An uploaded file as a page that shows it. */
const uploadOf = ({ fileId, title }: ExportNode): Block => {
  const type = /\.(?:png|jpe?g|gif|webp|avif)$/i.test(title) ? 'image' : 'file';
  return { id: 'file', type, data: { fileId: fileId as number, name: title } };
};
