// The documents of an export of Anytype, read one by one, whichever of both forms they have.
import type { SourceEntry } from '../../contract.ts';
import { baseName, folderOf } from '../../reading/entry-path.ts';
import type { JsonFields } from '../json/generic.ts';
import { isAnyBlock, readAnyBlock } from './anyblock.ts';
import { type AnytypeObject, fieldsIn, listOf, storableText } from './object.ts';
import { readSnapshot } from './snapshot.ts';
import { AnytypeSpace } from './space.ts';

export interface AnytypeExport {
  space: AnytypeSpace;
  /** paths of what was read */
  documents: Set<string>;
  damaged: { entry: SourceEntry; error: unknown }[];
}

/** Files of people may end in `.json`, too: those that are no documents stay files. */
export async function readExport(entries: ReadonlyMap<string, SourceEntry>): Promise<AnytypeExport> {
  const documents = new Set<string>();
  const damaged: AnytypeExport['damaged'] = [];
  const bundles = new Map<string, { json: JsonFields; folder: string }>();
  const objects: AnytypeObject[] = [];
  const later: { json: JsonFields; path: string }[] = [];
  for (const [path, entry] of entries) {
    if (!path.endsWith('.json')) continue;
    try {
      const json = JSON.parse(await entry.text()) as unknown;
      if (isAnyBlock(json)) {
        documents.add(path);
        if (/^(?:index|properties)\.json$/.test(baseName(path))) bundles.set(path, { json, folder: folderOf(path) });
        else later.push({ json, path });
        continue;
      }
      const object = readSnapshot(json, path);
      if (!object) continue;
      documents.add(path);
      objects.push(object);
    } catch (error) {
      if (/\.(?:pb|anyblock)\.json$/.test(path)) damaged.push({ entry, error });
    }
  }
  const keys = new Map([...bundles.values()].flatMap(({ json }) => listOf(json.properties).map(keyNamed)));
  for (const { json, path } of later) {
    const object = readAnyBlock(json, path, { keys });
    if (object) objects.push(object);
    else documents.delete(path);
  }
  const space = new AnytypeSpace(objects, entries);
  for (const { json, folder } of bundles.values())
    space.addBundle(fieldsIn(json), fieldsIn(json), folder && `${folder}/`);
  return { space, documents, damaged };
}

const keyNamed = ({ property, internal_key }: JsonFields): [string, string] => [
  storableText(property),
  storableText(internal_key) || storableText(property),
];
