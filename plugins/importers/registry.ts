// All importers of this installation: our own, those of plugins, and single-file extensions.
import type { App } from '../../core/app.ts';
import { type Importer, importers } from './contract.ts';
import markdown from './sources/markdown.ts';
import notesVault from './sources/notes-vault.ts';

const own: Importer[] = [markdown, notesVault];

/** By title; of equal names the product's own comes first, then plugins, then extensions. */
export function allImporters(app: App): Importer[] {
  const found = new Map<string, Importer>();
  const extensions = app.extensions.filter(isImporter);
  for (const importer of [...own, ...app.contributions(importers), ...extensions])
    if (!found.has(importer.name)) found.set(importer.name, importer);
  return [...found.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

export const importerNamed = (app: App, name: string): Importer | undefined =>
  allImporters(app).find((importer) => importer.name === name);

/** What the extensions folder holds may be anything; only what can be called is offered. */
const isImporter = (extension: unknown): extension is Importer => {
  const { kind, name, title, accepts, read } = extension as Partial<Importer>;
  return (
    kind === 'importer' &&
    /^[a-z][a-z0-9-]*$/.test(name ?? '') &&
    typeof title === 'string' &&
    Array.isArray(accepts) &&
    typeof read === 'function'
  );
};
