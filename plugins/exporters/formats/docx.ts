// A page, or a page with all inside it, as one document of a word processor: gathered here, written in a thread of its own.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Apart } from '../../../core/apart.ts';
import { isRasterImage } from '../../../core/blob.ts';
import { Problem } from '../../../core/problem.ts';
import { type FileRecord, files, fileUrl } from '../../files/contract.ts';
import { type Block, coverDrawing, type Links, pageOfAddress, references } from '../../pages/contract.ts';
import type { Bundle, Node } from '../bundle.ts';
import { anchorOf, type Chapter, type Manuscript, type Picture, type WrittenDocument } from '../docx/manuscript.ts';
import { saidBlocks } from '../docx/said.ts';
import { placed } from '../rewriting.ts';
import { readTable } from '../table.ts';

/** Bytes of all pictures together: the document lies in memory as a whole. */
const PICTURES_MAX = 200 * 1024 * 1024;
/** Rows that a table of a document shows. */
const ROWS_MAX = 2000;

export async function open(bundle: Bundle): Promise<Readable> {
  const manuscript = await new Gathering(bundle).run();
  const apart = new Apart(new URL('../docx/write.ts', import.meta.url));
  try {
    const { content, warnings } = await apart.run<WrittenDocument>('writeDocx', manuscript);
    bundle.warnings.push(...warnings);
    return Readable.from([Buffer.from(content)], { objectMode: false });
  } catch (error) {
    throw new Problem('validation_failed', `This cannot be one document: ${(error as Error).message}.`);
  } finally {
    apart.close();
  }
}

class Gathering {
  readonly #bundle: Bundle;
  readonly #pictures: Record<string, Picture> = {};
  /** addresses of files that may be seen, by id */
  readonly #files = new Map<number, string>();
  readonly #bodies = new Map<number, Block[]>();
  #left = PICTURES_MAX;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  async run(): Promise<Manuscript> {
    const { nodes, title } = this.#bundle;
    for (const node of nodes.values()) {
      const blocks = node.fileId ? [uploadOf(node)] : await this.#bundle.blocks(node);
      // A row without a text of its own is all there in its table.
      if (blocks.length || node.collection_id === null) this.#bodies.set(node.id, blocks);
    }
    const chapters: Chapter[] = [];
    for (const id of this.#bodies.keys()) {
      await this.#bundle.tick();
      chapters.push(await this.#chapter(nodes.get(id) as Node));
    }
    return { title, chapters, pictures: this.#pictures };
  }

  async #chapter(node: Node): Promise<Chapter> {
    const above = this.#above(node);
    const blocks = this.#bodies.get(node.id) as Block[];
    const base = await this.#bundle.links(node, blocks);
    const found = references(blocks);
    const embedded = found.synced.flatMap((id) => base.synced?.(id) ?? []);
    await this.#take([...found.files, ...references(embedded).files], node);
    const links = this.#links(base);
    const here = placed(blocks, {
      href: (href) => this.#address(href),
      file: (id) => this.#files.get(id),
      database: (id) => this.#bundle.databasePage(id)?.id,
      synced: (id) => links.synced?.(id),
    });
    const cover = await this.#cover(node);
    return {
      ...{ id: node.id, title: node.title || 'Untitled', depth: above.length },
      ...(cover && { cover }),
      blocks: saidBlocks(here, { links, trail: above.map(({ title }) => title || 'Untitled') }),
      ...(node.databaseId && { table: await this.#table(node, node.databaseId) }),
    };
  }

  /** Pages above it that are inside, from the top. */
  #above(node: Node): Node[] {
    const parent = node.parent_id === null ? undefined : this.#bundle.nodes.get(node.parent_id);
    return parent ? [...this.#above(parent), parent] : [];
  }

  #address(href: string): string | undefined {
    if (!href.startsWith('/')) return undefined;
    const page = pageOfAddress(href);
    return page !== null && this.#bodies.has(page) ? `#${anchorOf(page)}` : `${this.#bundle.ctx.app.baseUrl}${href}`;
  }

  #links(base: Links): Links {
    const inside = <T extends { href: string }>(found: T | null | undefined): T | null =>
      found ? { ...found, href: this.#address(found.href) ?? found.href } : null;
    return { ...base, page: (id) => inside(base.page(id)), database: (id) => inside(base.database?.(id)) };
  }

  /** Finds out which of these files may be seen, and reads the pictures among them. */
  async #take(ids: number[], node: Node): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.#files.has(id));
    for (const record of fresh.length ? await this.#bundle.files(fresh) : []) {
      const address = `${this.#bundle.ctx.app.baseUrl}${fileUrl(record)}`;
      this.#files.set(record.id, address);
      if (isRasterImage(record.mime)) await this.#picture(address, record, node);
    }
  }

  async #picture(name: string, record: FileRecord, node: Node, at?: number): Promise<boolean> {
    try {
      if (record.size > this.#left) throw new Problem('validation_failed', 'The pictures are too large together.');
      const content = await buffer(await this.#bundle.read(record));
      this.#left -= record.size;
      this.#pictures[name] = { content, ...(at !== undefined && { at }) };
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#warn(node, `${record.name}: ${error.message}`);
      return false;
    }
  }

  /** The name of its picture. */
  async #cover(node: Node): Promise<string | undefined> {
    const { id, cover_url, cover_position: at } = node;
    if (!cover_url) return undefined;
    const name = `cover ${id}`;
    const drawing = coverDrawing(cover_url);
    if (drawing) this.#pictures[name] = { content: Buffer.from(drawing), at };
    if (drawing) return name;
    const { ctx } = this.#bundle;
    const named = await ctx.use(files).byUrl(ctx, cover_url);
    const [record] = named ? await this.#bundle.files([named.id]) : [];
    return record && (await this.#picture(name, record, node, at)) ? name : undefined;
  }

  async #table(node: Node, databaseId: number): Promise<NonNullable<Chapter['table']>> {
    const { columns, rows } = await readTable(this.#bundle, databaseId);
    if (rows.length > ROWS_MAX)
      this.#warn(node, `The document shows ${ROWS_MAX} of ${rows.length} rows; as CSV or XLSX all of them are there.`);
    return {
      columns: columns.map(({ name }) => name),
      rows: rows.slice(0, ROWS_MAX).map(({ id, cells }) => ({
        page: this.#bodies.has(id) ? id : null,
        cells: cells.map((cell) => (cell === null ? '' : String(cell))),
      })),
    };
  }

  #warn(node: Node, reason: string): void {
    this.#bundle.warnings.push({ item: node.title || 'Untitled', reason });
  }
}

/** An uploaded file as a page that shows it. */
const uploadOf = ({ fileId, title }: Node): Block => {
  const type = /\.(?:png|jpe?g|gif|webp|avif)$/i.test(title) ? 'image' : 'file';
  return { id: 'file', type, data: { fileId: fileId as number, name: title } };
};
