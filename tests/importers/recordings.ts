// What came of an import, written so that it is the same on every run: names instead of ids, no times, in a fixed order.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databases } from '../../plugins/databases/contract.ts';
import type { TestApp } from '../kit/app.ts';
import { zipOf } from './formats/zip.ts';
import { importPath, pagesOf, type StoredPage, system, type Tree, vaultOf } from './imports.ts';

/** Folders with such endings are packed: what is in them stays readable in the repository. */
const PACKED = /\.(zip|docx|odt|xlsx|bear2bk|epub)$/;

const partsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const packed = (folder: string): Buffer =>
  zipOf(partsBelow(folder).map((name) => ({ name, data: readFileSync(join(folder, name)) })));

/** The files of a folder, those below a packed one as one. */
function treeOf(folder: string, below = ''): Tree {
  const tree: Tree = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    if (!statSync(join(folder, path)).isDirectory()) tree[path] = readFileSync(join(folder, path));
    else if (PACKED.test(name)) tree[path] = packed(join(folder, path));
    else Object.assign(tree, treeOf(folder, path));
  }
  return tree;
}

/** Brings in the one file or folder that lies beside the result. */
export async function recordedImport(t: TestApp, folder: string, source: string, scratch: string): Promise<object> {
  const [name = ''] = readdirSync(folder).filter((entry) => entry !== 'result.json');
  const tree = treeOf(folder);
  delete tree['result.json'];
  const path = join(vaultOf(tree, source, scratch), name);
  const { job, report } = await importPath(t, path, { source });
  const { counts, created, warnings, unsupported, broken_links } = report;
  return {
    ...(await contentOf(t)),
    report: { status: job.status, created, counts, warnings, unsupported, broken_links },
  };
}

class Names {
  readonly #pages: Map<number, StoredPage>;
  readonly files: Map<string, string>;

  constructor(pages: StoredPage[], files: { filename: string; name: string }[]) {
    this.#pages = new Map(pages.map((page) => [page.id, page]));
    this.files = new Map(files.map(({ filename, name }) => [filename, name]));
  }

  /** the titles down to a page */
  path(id: number | null): string {
    const page = id === null ? undefined : this.#pages.get(id);
    return page ? [this.path(page.parent_id), page.title].filter(Boolean).join(' › ') : '';
  }

  /** the same with names in the place of ids */
  in(text: string): string {
    const path = (_whole: string, before: string, id: string) => `${before}‹${this.path(Number(id))}›`;
    let named = text.replace(/(\/pages\/|"pageId":)(\d+)/g, path);
    named = named.replace(/"fileId":\d+,|,"fileId":\d+/g, '').replace(/\/api\/files\/\d+\//g, '/api/files/');
    for (const [filename, name] of this.files) named = named.replaceAll(filename, `‹${name}›`);
    return named;
  }
}

async function contentOf(t: TestApp): Promise<object> {
  const all = await pagesOf(t);
  const { db } = system(t);
  const names = new Names(all, await db('files').where({ workspace_id: t.ws1 }));
  const byPath = (one: StoredPage, other: StoredPage) => (names.path(one.id) < names.path(other.id) ? -1 : 1);
  const pages: object[] = [];
  const tables: object[] = [];
  for (const page of all.sort(byPath)) {
    pages.push(await pageOf(t, page, names));
    if (page.kind === 'collection') tables.push(await databaseOf(t, page, all, names));
  }
  return { pages, databases: tables, files: [...names.files.values()].sort() };
}

async function pageOf(t: TestApp, page: StoredPage, names: Names): Promise<object> {
  const tags = await system(t)
    .db('page_tags')
    .join('tags', 'tags.id', 'page_tags.tag_id')
    .where('page_tags.page_id', page.id)
    .orderBy('tags.name')
    .pluck('tags.name');
  const { text } = await t.call('ann', 'GET', `/api/v2/pages/${page.id}/markdown`);
  return {
    title: page.title,
    ...(page.parent_id && { parent: names.path(page.parent_id) }),
    ...(page.kind !== 'page' && { kind: page.kind }),
    ...(tags.length && { tags }),
    ...(text.trim() && page.blocks.length && { markdown: names.in(text).trimEnd().split('\n') }),
  };
}

/** Of a page that is one: its columns with their types, and the values of its rows as people read them. */
async function databaseOf(t: TestApp, page: StoredPage, all: StoredPage[], names: Names) {
  const service = t.app.use(databases);
  const ctx = t.ctx('ann');
  const { id: databaseId } = (await service.ofPage(ctx, page.id)) as { id: number };
  const properties = await service.properties(ctx, databaseId);
  const rows = all.filter(({ parent_id }) => parent_id === page.id);
  const values = await service.values(
    ctx,
    rows.map(({ id }) => id),
  );
  const options = new Map(properties.flatMap(({ config }) => (config.options ?? []).map(({ id, name }) => [id, name])));
  const said = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(said) : typeof value === 'string' ? names.in(options.get(value) ?? value) : value;
  return {
    title: names.path(page.id),
    columns: Object.fromEntries(properties.map(({ name, type }) => [name, type])),
    rows: rows.map(({ id, title }) => ({
      title,
      ...Object.fromEntries(
        properties.flatMap((property) => {
          const value = values.get(id)?.[property.id];
          const isSaid = property.type === 'title' || value === null || value === undefined;
          // Rows that a relation names have other ids on each run.
          const isRelated = property.type === 'relation' && Array.isArray(value);
          const told = isRelated ? value.map((row) => `‹${names.path(Number(row))}›`) : value;
          return isSaid ? [] : [[property.name, said(told)]];
        }),
      ),
    })),
  };
}
