// What one export holds, as its actor sees it: pages and rows in their tree, and how to read the body of each.
import type { Readable } from 'node:stream';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Block, walk } from '../blocks/block.ts';
import type { Links } from '../blocks/link-context.ts';
import { databases, type RowTable } from '../databases/contract.ts';
import { type FileRecord, files } from '../files/contract.ts';
import { nameOwnFiles, pageLabels, pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Target } from './contract.ts';
import type { ExportContents } from './export-contents.ts';
import { type ExportPage, leavesOf, uploadsOf } from './store.ts';

export interface ExportNode extends ExportPage {
  /** pages inside it, and the rows of a database, in their order */
  children: ExportNode[];
  /** of a page that is a database */
  databaseId?: number;
  /** of a page that is an uploaded file */
  fileId?: number;
  /** given by the person who exports; by anybody, where the machine does */
  tags: string[];
}

/** The pages of one workspace. */
export interface ExportGroup {
  workspaceId: number;
  title: string;
  roots: ExportNode[];
}

export interface ExportWarning {
  item: string;
  reason: string;
}

/** What is known and said of an export as a whole, by all its parts. */
interface Told {
  tick(total: number): Promise<void>;
  warnings: ExportWarning[];
  /** pages, databases and synced blocks that are not inside and that it says something of */
  named: Record<'pages' | 'databases' | 'synced', Set<number>>;
  /** all pages and rows of its workspaces that its actor sees, and the database each row belongs to */
  seen: ReadonlyMap<number, number | null>;
  /** of the databases inside, as its actor saw them before anything was written */
  properties: number[];
}

export class Bundle {
  readonly ctx: Ctx;
  readonly target: Target;
  readonly groups: ExportGroup[];
  /** all of them by id */
  readonly nodes = new Map<number, ExportNode>();
  /** of the page or workspace */
  readonly title: string;
  readonly warnings: ExportWarning[];
  /** called for each thing written; throws when the export is to end */
  readonly tick: () => Promise<void>;
  readonly #told: Told;
  /** pages of databases */
  readonly #databases = new Map<number, ExportNode>();

  private constructor(ctx: Ctx, target: Target, groups: ExportGroup[], told: Told) {
    this.ctx = ctx;
    this.target = target;
    this.groups = groups;
    this.#told = told;
    this.warnings = told.warnings;
    for (const node of inOrder(groups.flatMap(({ roots }) => roots))) {
      this.nodes.set(node.id, node);
      if (node.databaseId) this.#databases.set(node.databaseId, node);
    }
    const [first] = groups;
    const isPage = target.kind === 'page' || target.kind === 'subtree';
    const title = isPage ? first?.roots[0]?.title : target.kind === 'workspace' ? first?.title : 'Commonplace';
    this.title = title || 'Untitled';
    this.tick = () => told.tick(this.nodes.size);
  }

  static async open(ctx: Ctx, target: Target, tick: (total: number) => Promise<void> = async () => {}) {
    const homes = await homesOf(ctx, target);
    const groups: ExportGroup[] = [];
    const seen = new Map<number, number | null>();
    for (const home of homes) {
      const leaves = await leavesOf(ctx, home.id);
      for (const { id, collection_id } of leaves) seen.set(id, collection_id);
      const roots = rootsOf(await known(ctx, leaves), target);
      groups.push({ workspaceId: home.id, title: home.name, roots });
    }
    const nodes = [...inOrder(groups.flatMap(({ roots }) => roots))];
    const properties = await propertiesOf(
      ctx,
      nodes.flatMap(({ databaseId }) => databaseId ?? []),
    );
    const named = { pages: new Set<number>(), databases: new Set<number>(), synced: new Set<number>() };
    return new Bundle(ctx, target, groups, { tick, warnings: [], named, seen, properties });
  }

  /** Of the whole service, each workspace by itself; what is told of them is told here. */
  parts(): Bundle[] {
    const told = { ...this.#told, tick: this.tick };
    return this.groups.map((group) => {
      const target = { kind: 'workspace' as const, workspaceId: group.workspaceId };
      return new Bundle(this.ctx, target, [group], told);
    });
  }

  /** Pages above it that are inside, from the top. */
  above(node: ExportNode): ExportNode[] {
    const found: ExportNode[] = [];
    for (let at = node.parent_id; at !== null; ) {
      const parent = this.nodes.get(at);
      if (!parent) break;
      found.unshift(parent);
      at = parent.parent_id;
    }
    return found;
  }

  /** Files that blocks name by their address here are named by their ids, so that they are written like all others. */
  async blocks(node: ExportNode): Promise<Block[]> {
    const blocks = structuredClone(await this.ctx.use(pages).blocks(this.ctx, node.id));
    const { baseUrl } = this.ctx.app;
    for (const { data } of walk(blocks))
      if (typeof data.url === 'string' && data.url.startsWith(`${baseUrl}/api/files/`))
        data.url = data.url.slice(baseUrl.length);
    await nameOwnFiles(this.ctx, blocks);
    // What the actor may not read, or is no file, is looked for where it is.
    for (const { data } of walk(blocks))
      if (typeof data.url === 'string' && /^\/(?!\/)/.test(data.url)) data.url = `${baseUrl}${data.url}`;
    return blocks;
  }

  async links(node: ExportNode, blocks: Block[]): Promise<Links> {
    const links = await this.ctx.use(pages).links(this.ctx, node.workspace_id, blocks);
    const noted = <T>(found: T, ids: Set<number>, id: number): T => {
      if (found) ids.add(id);
      return found;
    };
    return {
      ...links,
      page: (id) => noted(links.page(id), this.#told.named.pages, id),
      synced: (id) => noted(links.synced?.(id) ?? null, this.#told.named.synced, id),
      database: (id, view) => noted(links.database?.(id, view) ?? null, this.#told.named.databases, id),
    };
  }

  /** What it says something of, once it is written. */
  async held(): Promise<ExportContents> {
    const { pages: named, databases: shown, synced } = this.#told.named;
    const inside = [...this.nodes.values()].flatMap(({ databaseId }) => databaseId ?? []);
    const related = await this.ctx.use(databases).relatedRows(this.ctx, [...new Set([...inside, ...shown])]);
    const rows = [...this.#told.seen].flatMap(([id, home]) => (home !== null && shown.has(home) ? [id] : []));
    return {
      pages: [...this.nodes.keys(), ...named, ...rows, ...related.filter((id) => this.#told.seen.has(id))],
      synced: [...synced],
      properties: [...this.#told.properties, ...(await propertiesOf(this.ctx, [...shown]))],
    };
  }

  table(databaseId: number): Promise<RowTable> {
    return this.ctx.use(databases).table(this.ctx, databaseId);
  }

  /** the page of a database that is inside */
  databasePage(databaseId: number): ExportNode | undefined {
    return this.#databases.get(databaseId);
  }

  /** of these files, those that the actor may read */
  async files(ids: number[]): Promise<FileRecord[]> {
    const readable = await this.ctx.use(files).readable(this.ctx, ids);
    return this.ctx.use(files).byIds(this.ctx, [...readable]);
  }

  read(record: FileRecord): Promise<Readable> {
    return this.ctx.app.storage.read(record.filename);
  }
}

/** Each node before what lies inside it, without recursion. */
export function* inOrder(roots: ExportNode[]): Generator<ExportNode> {
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of [...node.children].reverse()) waiting.push(child);
  }
}

/** Those that the actor sees. */
async function propertiesOf(ctx: Ctx, databaseIds: number[]): Promise<number[]> {
  const found = [];
  for (const id of databaseIds) for (const one of await ctx.use(databases).properties(ctx, id)) found.push(one.id);
  return found;
}

async function homesOf(ctx: Ctx, target: Target): Promise<{ id: number; name: string }[]> {
  const all = await ctx.use(workspaces).all(ctx);
  return target.kind === 'service' ? all : all.filter(({ id }) => id === target.workspaceId);
}

/** Names of each of these pages, such as its tags. */
async function labelsOf(ctx: Ctx, pageIds: number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const source of ctx.app.contributions(pageLabels))
    for (const { pageId, names } of await source.of(ctx, pageIds))
      found.set(pageId, [...(found.get(pageId) ?? []), ...names]);
  return found;
}

async function known(ctx: Ctx, leaves: ExportPage[]): Promise<Map<number, ExportNode>> {
  const ids = (kind: ExportPage['kind']) => leaves.filter((leaf) => leaf.kind === kind).map(({ id }) => id);
  const [own, uploads, tags] = await Promise.all([
    ctx.use(databases).ownIds(ctx, ids('collection')),
    uploadsOf(ctx, ids('file')),
    labelsOf(
      ctx,
      leaves.map(({ id }) => id),
    ),
  ]);
  const node = (leaf: ExportPage): ExportNode => {
    const [databaseId, fileId] = [own.get(leaf.id), uploads.get(leaf.id)];
    const more = { ...(databaseId && { databaseId }), ...(fileId && { fileId }) };
    return { ...leaf, ...more, tags: tags.get(leaf.id) ?? [], children: [] };
  };
  return new Map(leaves.map((leaf) => [leaf.id, node(leaf)]));
}

/** What lies inside something hidden stands at the top, or is left out of the page that is exported. */
function rootsOf(nodes: Map<number, ExportNode>, target: Target): ExportNode[] {
  const pageId = target.kind === 'page' || target.kind === 'subtree' ? target.pageId : undefined;
  const roots: ExportNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent_id === null ? undefined : nodes.get(node.parent_id);
    if (parent) parent.children.push(node);
    else if (pageId === undefined) roots.push(node);
  }
  const page = pageId === undefined ? undefined : nodes.get(pageId);
  if (page && target.kind === 'page') page.children = [];
  return page ? [page] : roots;
}
