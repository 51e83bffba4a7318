// All importers of this installation: those below formats, those plugins add, and single-file extensions.
import { readdir } from 'node:fs/promises';
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Actor } from '../../core/kernel/context.ts';
import { type Importer, importers } from './contract.ts';

let bundled: Promise<Importer[]> | undefined;

/** By title. Loaded when first asked for: readers of formats are many and seldom needed. */
export async function allImporters(app: App): Promise<Importer[]> {
  bundled ??= readFormats(new URL('./formats/', import.meta.url));
  const found = new Map<string, Importer>();
  const extensions: unknown[] = app.extensions;
  for (const importer of [...(await bundled), ...app.contributions(importers), ...extensions])
    if (isImporter(importer) && !found.has(importer.name)) found.set(importer.name, importer);
  return [...found.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

export const importerNamed = async (app: App, name: string): Promise<Importer | undefined> =>
  (await allImporters(app)).find((importer) => importer.name === name);

/** Rows of an archive are taken as they are, with people and their rights. @throws Problem forbidden */
export function requireAdmin(actor: Actor): void {
  if (actor.type === 'system' || (actor.type === 'user' && actor.isAdmin)) return;
  throw new Problem(
    'forbidden',
    'An archive brings people and their rights with it: an administrator of the service has to import it. A Markdown export can be imported by everybody.',
  );
}

async function readFormats(folder: URL): Promise<Importer[]> {
  const files = (await readdir(folder)).sort().map((name) => new URL(`${name}/index.ts`, folder));
  const modules = await Promise.all(files.map((file) => import(file.href) as Promise<{ default: Importer }>));
  return modules.map((module) => module.default);
}

/** What the extensions folder holds may be anything; only what can be called is offered. */
function isImporter(extension: unknown): extension is Importer {
  const { kind, name, title, accepts, read } = (extension ?? {}) as Partial<Importer>;
  return (
    kind === 'importer' &&
    /^[a-z][a-z0-9-]*$/.test(name ?? '') &&
    typeof title === 'string' &&
    Array.isArray(accepts) &&
    typeof read === 'function'
  );
}
