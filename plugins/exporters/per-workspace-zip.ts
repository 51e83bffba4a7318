// A format that is one document, for all workspaces: a document for each of them, in a zip.
import type { Readable } from 'node:stream';
import { zipped } from '../../core/files/zip-writer.ts';
import { Problem } from '../../core/http/problem.ts';
import type { Format } from './contract.ts';
import type { Bundle } from './export-source.ts';
import { UsedNames } from './file-names.ts';

export function openSplit(format: Format, bundle: Bundle): Promise<Readable> {
  const taken = new UsedNames();
  return zipped(async (zip) => {
    for (const part of bundle.parts()) {
      const path = `${taken.claim('', part.title, [`.${format.ending}`])}.${format.ending}`;
      try {
        await zip.add(path, await format.open(part));
      } catch (error) {
        // The others go on without the one that cannot be a document.
        if (!(error instanceof Problem)) throw error;
        bundle.warnings.push({ item: part.title, reason: error.message });
      }
    }
  });
}
